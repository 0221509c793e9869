#include "app/ui/field_sheet.h"

#include <cmath>
#include <optional>

#include "app/ui/colour_bar.h"
#include "app/ui/field_canvas.h"
#include "app/ui/field_header.h"
#include "app/ui/field_input.h"
#include "app/ui/field_overlays.h"
#include "app/ui/field_tools.h"
#include "app/ui/loupe.h"
#include "app/ui/notices.h"
#include "app/ui/read_out.h"
#include "app/ui/transport.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr float margin = 16;
/// Below this size of the picture what lies on it is aligned to the area instead.
constexpr float overlay_width = 360;
constexpr float overlay_height = 220;
/// The colour bar is at least so high, however low the picture.
constexpr float minimum_bar_height = 180;

struct PixelExtent {
    int width = 0;
    int height = 0;
};

PixelExtent pixels_of(const ImRect& area, float ratio) {
    return {std::max(0, static_cast<int>(std::lround(area.GetWidth() * ratio))),
            std::max(0, static_cast<int>(std::lround(area.GetHeight() * ratio)))};
}

ImRect rect_of(const ImRect& area, const PlacedView& placed, float ratio) {
    const ImVec2 low{area.Min.x + static_cast<float>(placed.x) / ratio,
                     area.Min.y + static_cast<float>(placed.y) / ratio};
    return {low.x, low.y, low.x + static_cast<float>(placed.width) / ratio,
            low.y + static_cast<float>(placed.height) / ratio};
}

/// The bar beside the picture, made higher than a very low picture.
ImRect bar_rect(const Look& look, const ImRect& area, const ImRect& picture) {
    const float height =
        std::min(area.GetHeight(), std::max(picture.GetHeight(), look.px(minimum_bar_height)));
    const float top =
        std::clamp(std::floor(picture.GetCenter().y - height / 2), area.Min.y, area.Max.y - height);
    const float left = picture.Max.x + look.px(margin);
    return {left, top, left + look.px(colour_bar_gutter - margin), top + height};
}

/// The picture, pixel for pixel: the sampler between texels has nothing to do.
void draw_picture(const Look& look, const FieldImage& field, const FieldCanvas& canvas) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImRect& picture = canvas.picture;
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    list.AddRectFilled(picture.Min, picture.Max, look.colour.card);
    if (field.texture != 0 && field.width > 0) {
        const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
        if (platform.DrawCallback_SetSamplerNearest != nullptr)
            list.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
        list.AddImage(static_cast<ImTextureID>(field.texture), picture.Min, picture.Max);
        if (platform.DrawCallback_SetSamplerLinear != nullptr)
            list.AddCallback(platform.DrawCallback_SetSamplerLinear, nullptr);
    }
    const float radius = std::min(look.px(4), picture.GetWidth() / 2);
    mask_corners(list, picture, radius, look.colour.panel);
    list.AddRect(picture.Min, picture.Max, look.colour.line, radius, look.hairline());
    list.PopClipRect();
}

}  // namespace

struct FieldSheet::State {
    FieldInput input;
    /// What the last frame asked for, and so what the picture of this one shows.
    PlacedView requested;
    GridSize requested_grid;
    std::optional<command::SetPicture> sent_picture;
    std::optional<Cell> sent_probe;
    GridSize probe_grid;
    std::optional<CellRect> sent_loupe;

    FieldCanvas canvas_of(const PanelContext& context, const ImRect& area, const FieldImage& field,
                          float ratio) const;
    FieldImageRequest request(const PanelContext& context, const ImRect& area, float ratio,
                              const ViewSetting& view);
    void send_probe(const PanelContext& context);
    void send_loupe(const PanelContext& context, const FieldCanvas& canvas);
    void draw_over_picture(const PanelContext& context, const FieldCanvas& canvas);
};

FieldCanvas FieldSheet::State::canvas_of(const PanelContext& context, const ImRect& area,
                                         const FieldImage& field, float ratio) const {
    FieldCanvas canvas;
    canvas.area = area;
    canvas.grid = context.snapshot.settings.grid;
    canvas.pixel_ratio = ratio;
    const bool as_asked = requested_grid == canvas.grid && field.width == requested.width &&
                          field.height == requested.height && !requested.empty();
    const PixelExtent size = pixels_of(area, ratio);
    canvas.placed =
        as_asked ? requested
                 : place_view(canvas.grid, context.snapshot.settings.view, size.width, size.height);
    canvas.picture = rect_of(area, canvas.placed, ratio);
    const bool large = canvas.picture.GetWidth() >= context.look.px(overlay_width) &&
                       canvas.picture.GetHeight() >= context.look.px(overlay_height);
    canvas.overlay = large ? canvas.picture : area;
    return canvas;
}

FieldImageRequest FieldSheet::State::request(const PanelContext& context, const ImRect& area,
                                             float ratio, const ViewSetting& view) {
    const PixelExtent size = pixels_of(area, ratio);
    requested_grid = context.snapshot.settings.grid;
    requested = place_view(requested_grid, view, size.width, size.height);
    if (requested.empty())
        return {};
    const command::SetPicture picture{requested.mapping().visible_cells(requested_grid),
                                      requested.width, requested.height};
    if (!sent_picture || sent_picture->visible != picture.visible ||
        sent_picture->width != picture.width || sent_picture->height != picture.height) {
        sent_picture = picture;
        context.emit(picture);
    }
    return {requested.width, requested.height, setting_of(requested.view)};
}

void FieldSheet::State::send_probe(const PanelContext& context) {
    const std::optional<Cell> wanted = input.probed();
    const GridSize grid = context.snapshot.settings.grid;
    if (wanted == sent_probe && grid == probe_grid)
        return;
    sent_probe = wanted;
    probe_grid = grid;
    context.emit(command::SetProbe{wanted});
}

void FieldSheet::State::send_loupe(const PanelContext& context, const FieldCanvas& canvas) {
    std::optional<CellRect> wanted;
    if (context.state.loupe && input.probed())
        wanted = loupe_cells(canvas.grid, *input.probed(), loupe_side(context.look, canvas));
    if (wanted == sent_loupe)
        return;
    sent_loupe = wanted;
    context.emit(command::SetLoupe{wanted});
}

void FieldSheet::State::draw_over_picture(const PanelContext& context, const FieldCanvas& canvas) {
    const Look& look = context.look;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    input.draw_pointer(context, canvas);
    const float pills = draw_field_pills(context, canvas);
    const ImRect tools = draw_field_tools(context, canvas, pills + look.px(12));
    const ImRect scale_bar = draw_scale_bar(context, canvas);
    draw_growth_pill(context, canvas, tools, scale_bar);
    if (!input.painting())
        draw_start_card(context, canvas, scale_bar);
    const bool readable = (input.hovered() || input.pinned()) && !input.painting();
    if (readable && context.snapshot.probe) {
        const Cell cell = context.snapshot.probe->cell;
        const ImVec2 at = input.pinned() ? canvas.to_screen(cell.row + 0.5, cell.col + 0.5)
                                         : ImGui::GetIO().MousePos;
        const bool enlarged = context.state.loupe && context.snapshot.laboratory.loupe;
        if (canvas.area.Contains(at) && enlarged)
            draw_loupe(context, canvas, at, input.pinned());
        else if (canvas.area.Contains(at))
            draw_read_out(context, canvas, at, input.pinned());
    }
    list.PopClipRect();
}

FieldSheet::FieldSheet() : state_(std::make_unique<State>()) {}
FieldSheet::~FieldSheet() = default;

FieldImageRequest FieldSheet::draw(const PanelContext& context, const ImRect& area,
                                   const FieldImage& field) {
    const Look& look = context.look;
    const float ratio = std::max(1.0f, ImGui::GetIO().DisplayFramebufferScale.x);
    Rows rows(area);
    const ImRect header = rows.take(look.px(field_header_height));
    const ImRect transport(area.Min.x, area.Max.y - look.px(transport_height), area.Max.x,
                           area.Max.y);
    const ImRect below_header(area.Min.x + look.px(margin), rows.y(), area.Max.x - look.px(margin),
                              transport.Min.y);
    const float banner = std::ceil(draw_notice(context, below_header));
    if (banner > 0)
        rows.skip(banner + look.px(10));
    const ImRect picture_area(area.Min.x + look.px(margin), rows.y() + look.px(2),
                              area.Max.x - look.px(margin + colour_bar_gutter),
                              transport.Min.y - look.px(margin));
    ViewSetting view = context.snapshot.settings.view;
    const FieldCanvas canvas = state_->canvas_of(context, picture_area, field, ratio);
    draw_field_header(context, header, canvas, view);
    draw_transport(context, transport);
    if (picture_area.GetWidth() < 1 || picture_area.GetHeight() < 1)
        return {};

    draw_picture(look, field, canvas);
    draw_state_frame(context, canvas.picture);
    if (context.state.cell_to_pin) {
        state_->input.pin(*context.state.cell_to_pin);
        context.state.cell_to_pin.reset();
    }
    state_->input.update(context, canvas, view);
    const bool reading = state_->input.probed() && context.snapshot.probe;
    draw_colour_bar(context, bar_rect(look, picture_area, canvas.picture),
                    reading ? std::optional<float>(context.snapshot.probe->centre) : std::nullopt);
    state_->draw_over_picture(context, canvas);
    state_->send_probe(context);
    state_->send_loupe(context, canvas);
    return state_->request(context, picture_area, ratio, view);
}

}  // namespace heatlab::ui
