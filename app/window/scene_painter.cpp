#include "app/window/scene_painter.h"

#include <algorithm>

#include "app/ui/field_numbers.h"
#include "app/ui/field_view.h"
#include "app/ui/theme.h"
#include "app/ui/zones/scene_colours.h"
#include "app/window/frame_painter.h"

namespace heatlab {
namespace {

Rgb unpacked(ImU32 colour) {
    return {static_cast<std::uint8_t>(colour & 255), static_cast<std::uint8_t>((colour >> 8) & 255),
            static_cast<std::uint8_t>((colour >> 16) & 255)};
}

FieldStyle style_of(const ScenePicture& picture, const ColorMap& map,
                    const ui::InterfaceState& state) {
    FieldStyle style;
    style.map = &map;
    style.low = static_cast<float>(picture.low);
    style.high = static_cast<float>(picture.high);
    style.scale = state.scale;
    style.pending = unpacked(ui::palette_of(state.theme).card);
    return style;
}

}  // namespace

void ScenePainter::draw_flat(Canvas& canvas, const Drawn& wanted) const {
    if (canvas.drawn != wanted) {
        // Pictures of another scene count from the start again.
        if (canvas.uploaded != wanted.picture && canvas.uploaded &&
            canvas.uploaded->serial == wanted.picture->serial)
            canvas.texture = UploadedFieldTexture();
        canvas.uploaded = wanted.picture;
        canvas.texture.upload(*wanted.picture);
        canvas.renderer.render(canvas.texture.view(), ui::transform_of(wanted.view), wanted.style,
                               wanted.width, wanted.height);
        canvas.drawn = wanted;
    }
    canvas.image.texture = canvas.renderer.texture();
    canvas.image.width = canvas.renderer.width();
    canvas.image.height = canvas.renderer.height();
}

void ScenePainter::draw_volume(Canvas& canvas, const Drawn& wanted,
                               const ui::FieldImageRequest& request, ui::ThemeKind theme,
                               bool in_time) {
    const FieldPicture& picture = *wanted.picture;
    if (canvas.uploaded != wanted.picture) {
        canvas.uploaded = wanted.picture;
        canvas.volume.upload(picture.texels, picture.width, picture.height / picture.slices,
                             picture.slices, picture.step);
    }
    if (!canvas.painter)
        canvas.painter = std::make_unique<VolumePainter>(share_);
    VolumeStyle cloud;
    cloud.neutral = wanted.style.low;
    canvas.painter->draw(
        {canvas.volume.view(),
         wanted.picture,
         wanted.style,
         space_style(wanted.style, request.camera, request.margin, theme),
         cloud,
         {picture.width / 2, picture.height / picture.slices / 2, picture.slices / 2},
         request.show,
         request.width,
         request.height},
        in_time);
    canvas.image.texture = canvas.painter->texture();
    canvas.image.width = request.width;
    canvas.image.height = request.height;
    canvas.image.reduction = canvas.painter->reduction();
}

void ScenePainter::draw(const Snapshot& snapshot, const ColorMapLibrary& colormaps,
                        const ui::InterfaceState& state, bool in_time) {
    const bool seen = snapshot.settings.zones.open && snapshot.zones && snapshot.zones->scene;
    const std::size_t count =
        seen ? std::min(snapshot.zones->scene->pictures.size(), requests_.size()) : 0;
    canvases_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const ScenePicture& picture = snapshot.zones->scene->pictures[i];
        const ui::FieldImageRequest& request = requests_[i];
        if (!canvases_[i])
            canvases_[i] = std::make_unique<Canvas>(share_);
        Canvas& canvas = *canvases_[i];
        canvas.image = {};
        if (request.width <= 0 || request.height <= 0)
            continue;
        const ColorMap& map =
            ui::scene_map(picture.colours, colormaps, snapshot.settings.colormap, state.theme);
        const Drawn wanted{picture.picture, style_of(picture, map, state), request.view,
                           request.width, request.height};
        // What was asked for may be of the scene before.
        const bool volume = picture.picture->slices > 0;
        if (volume != shows_volume(request.show))
            continue;
        volume ? draw_volume(canvas, wanted, request, state.theme, in_time)
               : draw_flat(canvas, wanted);
    }
}

std::vector<ui::FieldImage> ScenePainter::images() const {
    std::vector<ui::FieldImage> images;
    for (const auto& canvas : canvases_)
        images.push_back(canvas->image);
    return images;
}

}  // namespace heatlab
