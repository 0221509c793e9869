#include "app/ui/field_pane.h"

#include <algorithm>
#include <cmath>

#include "app/ui/curve_view.h"
#include "app/ui/widgets/sheet.h"
#include "render/surface_cells.h"

namespace heatlab::ui {
namespace {

/// In space, for the axes.
constexpr float axes_margin = 58;
/// Below this size of the picture what lies on it is aligned to the area instead.
constexpr float overlay_width = 360;
constexpr float overlay_height = 220;

struct PixelExtent {
    int width = 0;
    int height = 0;
};

PixelExtent pixels_of(const ImRect& area) {
    const float ratio = framebuffer_ratio();
    return {std::max(0, static_cast<int>(std::lround(area.GetWidth() * ratio))),
            std::max(0, static_cast<int>(std::lround(area.GetHeight() * ratio)))};
}

ImRect rect_of(const ImRect& area, const PlacedView& placed, float ratio) {
    const ImVec2 low{area.Min.x + static_cast<float>(placed.x) / ratio,
                     area.Min.y + static_cast<float>(placed.y) / ratio};
    return {low.x, low.y, low.x + static_cast<float>(placed.width) / ratio,
            low.y + static_cast<float>(placed.height) / ratio};
}

/// What is left of an area for the picture, and above it for the curve; without one but in one
/// dimension.
struct PaneParts {
    ImRect picture;
    float curve_height = 0;  ///< whole pixels of the screen
};

PaneParts parts_of(const PanelContext& context, const ImRect& area) {
    constexpr float least_height = 60;
    const Look& look = context.look;
    const float height = std::floor(area.GetHeight() * FieldPane::curve_share);
    if (context.snapshot.settings.grid.dimensions != 1 || height < look.px(least_height))
        return {area, 0};
    ImRect picture = area;
    picture.Min.y += height + look.px(12);
    return {picture, height};
}

}  // namespace

float framebuffer_ratio() {
    return std::max(1.0f, ImGui::GetIO().DisplayFramebufferScale.x);
}

FieldCanvas FieldPane::place(const PanelContext& context, const ImRect& area,
                             const FieldImage& image) const {
    FieldCanvas canvas;
    const PaneParts parts = parts_of(context, area);
    canvas.area = parts.picture;
    canvas.grid = context.snapshot.settings.shown_grid();
    canvas.pixel_ratio = framebuffer_ratio();
    const bool as_asked = requested_grid_ == canvas.grid && image.width == requested_.width &&
                          image.height == requested_.height && !requested_.empty();
    const PixelExtent size = pixels_of(canvas.area);
    canvas.placed =
        as_asked ? requested_
                 : place_view(canvas.grid, context.snapshot.settings.view, size.width, size.height);
    canvas.picture = rect_of(canvas.area, canvas.placed, canvas.pixel_ratio);
    if (parts.curve_height > 0)
        canvas.curve = ImRect(canvas.picture.Min.x, area.Min.y, canvas.picture.Max.x,
                              area.Min.y + parts.curve_height);
    place_in_space(context, image, size.width, size.height, as_asked, canvas);
    const bool large = canvas.picture.GetWidth() >= context.look.px(overlay_width) &&
                       canvas.picture.GetHeight() >= context.look.px(overlay_height);
    canvas.overlay = large ? canvas.picture : canvas.area;
    return canvas;
}

void FieldPane::place_in_space(const PanelContext& context, const FieldImage& image, int width,
                               int height, bool as_asked, FieldCanvas& canvas) const {
    const Settings& settings = context.snapshot.settings;
    if (!is_in_space(as_asked ? requested_show_ : settings.show) || width <= 0 || height <= 0)
        return;
    canvas.picture = canvas.area;
    canvas.volume = shows_volume(as_asked ? requested_show_ : settings.show);
    canvas.extent = canvas.volume ? volume_extent(settings.grid.width, settings.grid.height,
                                                  settings.grid.depth)
                                  : surface_extent(canvas.grid);
    canvas.camera.emplace(as_asked ? requested_camera_ : settings.camera, canvas.extent, width,
                          height, context.look.px(axes_margin));
    canvas.seen = image.seen;
    if ((as_asked ? requested_show_ : settings.show) == ShowMode::slices) {
        const CrossingCell at = crossing_cell(settings.crossing, settings.grid);
        canvas.slices = SlicePlaces{at.col, at.row, at.slice};
    }
    canvas.block = image.block;
    canvas.reduction = image.reduction;
}

void FieldPane::draw(const Look& look, const FieldImage& image, const FieldCanvas& canvas,
                     Corners corners) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImRect& picture = canvas.picture;
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    list.AddRectFilled(picture.Min, picture.Max, look.colour.card);
    if (image.texture != 0 && image.width > 0) {
        // The sampler between texels has nothing to do.
        const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
        if (image.reduction == 1 && platform.DrawCallback_SetSamplerNearest != nullptr)
            list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
        list.AddImage(static_cast<ImTextureID>(image.texture), picture.Min, picture.Max);
        if (platform.DrawCallback_SetSamplerLinear != nullptr)
            list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    }
    // Not every way to the screen brings all cells, and none at once.
    if (canvas.volume && image.texture == 0)
        draw_text(look, picture.GetCenter(), Role::note, look.colour.text3,
                  "All cells of the box are needed here; they have not come yet", anchor_middle);
    if (corners == Corners::rounded) {
        const float radius = std::min(look.px(4), picture.GetWidth() / 2);
        mask_corners(list, picture, radius, look.colour.panel);
        list.AddRect(picture.Min, picture.Max, look.colour.line, radius, look.hairline());
    }
    list.PopClipRect();
    if (canvas.curve.GetHeight() > 0)
        draw_curve(look, image, canvas);
}

void FieldPane::mark(const PanelContext& context, const FieldCanvas& canvas) {
    if (context.places == nullptr)
        return;
    ImRect whole = canvas.picture;
    whole.ClipWith(canvas.area);
    context.mark("field", whole);
    if (canvas.in_space())
        return;
    for (const Cell& cell : context.places->cells()) {
        ImRect square(canvas.to_screen(cell.row, cell.col),
                      canvas.to_screen(cell.row + 1, cell.col + 1));
        if (canvas.area.Contains(square.GetCenter()))
            context.mark(Places::name_of(cell), square);
    }
}

FieldImageRequest FieldPane::request(const PanelContext& context, const ImRect& area,
                                     const ViewSetting& view) {
    const Settings& settings = context.snapshot.settings;
    const PaneParts parts = parts_of(context, area);
    const PixelExtent size = pixels_of(parts.picture);
    requested_grid_ = settings.shown_grid();
    requested_show_ = settings.show;
    requested_camera_ = input_.camera(context);
    const ViewSetting whole;
    requested_ = place_view(requested_grid_, is_in_space(requested_show_) ? whole : view,
                            size.width, size.height);
    if (requested_.empty())
        return {};
    if (!is_in_space(requested_show_))
        return {requested_.width, requested_.height, setting_of(requested_.view),
                static_cast<int>(std::lround(parts.curve_height * framebuffer_ratio()))};
    // All of the area, whatever the flat picture would cover.
    requested_.width = size.width;
    requested_.height = size.height;
    FieldImageRequest request{size.width, size.height, setting_of(requested_.view)};
    request.show = requested_show_;
    request.camera = requested_camera_;
    request.margin = context.look.px(axes_margin);
    const std::optional<ImVec2> pointer = input_.pointer_in_space();
    if (pointer && requested_show_ == ShowMode::surface) {
        const float ratio = framebuffer_ratio();
        request.pointer = {static_cast<int>((pointer->x - area.Min.x) * ratio),
                           static_cast<int>((pointer->y - area.Min.y) * ratio)};
    }
    return request;
}

command::SetPicture FieldPane::shown() const {
    if (requested_.empty())
        return {};
    // A vertex a texel: pictures have up to two texels a pixel.
    if (is_in_space(requested_show_))
        return {{0, 0, requested_grid_.width, requested_grid_.height},
                most_surface_texels / 2,
                most_surface_texels / 2};
    return {requested_.mapping().visible_cells(requested_grid_), requested_.width,
            requested_.height};
}

void ViewReports::picture(const PanelContext& context, const command::SetPicture& picture) {
    if (picture_ && picture_->visible == picture.visible && picture_->width == picture.width &&
        picture_->height == picture.height)
        return;
    picture_ = picture;
    context.emit(picture);
}

void ViewReports::probe(const PanelContext& context, const FieldInput& input) {
    const GridSize grid = context.snapshot.settings.shown_grid();
    const std::optional<Cell> cell = input.probed();
    const std::optional<Plane> plane = input.probed_plane();
    if (cell == probe_ && plane == probe_plane_ && grid == probe_grid_)
        return;
    probe_ = cell;
    probe_plane_ = plane;
    probe_grid_ = grid;
    context.emit(command::SetProbe{cell, plane});
}

void ViewReports::loupe(const PanelContext& context, const std::optional<CellRect>& cells) {
    if (cells == loupe_)
        return;
    loupe_ = cells;
    context.emit(command::SetLoupe{cells});
}

}  // namespace heatlab::ui
