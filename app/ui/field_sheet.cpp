#include "app/ui/field_sheet.h"

#include <cmath>
#include <optional>

#include "app/ui/colour_bar.h"
#include "app/ui/curve_view.h"
#include "app/ui/field_canvas.h"
#include "app/ui/field_header.h"
#include "app/ui/field_overlays.h"
#include "app/ui/field_pane.h"
#include "app/ui/field_tools.h"
#include "app/ui/loupe.h"
#include "app/ui/notices.h"
#include "app/ui/read_out.h"
#include "app/ui/slice_card.h"
#include "app/ui/space_axes.h"
#include "app/ui/transport.h"

namespace heatlab::ui {
namespace {

constexpr float margin = 16;
/// The colour bar is at least so high, however low the picture.
constexpr float minimum_bar_height = 180;
/// In a sheet that is lower the picture has the room of its header, then that of the transport.
constexpr float lowest_with_header = 260;
constexpr float lowest_with_transport = 190;
/// What lies on a lower picture would leave little of it.
constexpr float lowest_with_overlays = 170;

/// The bar beside the picture, made higher than a very low picture. Of a block beside the area:
/// what chooses its planes lies over the area's corner.
ImRect bar_rect(const Look& look, const ImRect& area, const ImRect& picture, bool block) {
    const float height =
        std::min(area.GetHeight(), std::max(picture.GetHeight(), look.px(minimum_bar_height)));
    const float top =
        std::clamp(std::floor(picture.GetCenter().y - height / 2), area.Min.y, area.Max.y - height);
    const float left = (block ? area.Max.x : picture.Max.x) + look.px(margin);
    return {left, top, left + look.px(colour_bar_gutter - margin), top + height};
}

}  // namespace

struct FieldSheet::State {
    FieldPane pane;

    std::optional<CellRect> loupe(const PanelContext& context, const FieldCanvas& canvas) const;
    void draw_over_picture(const PanelContext& context, const FieldCanvas& canvas);
};

std::optional<CellRect> FieldSheet::State::loupe(const PanelContext& context,
                                                 const FieldCanvas& canvas) const {
    const std::optional<Cell> probed = pane.input().probed();
    if (!context.state.loupe || !probed || canvas.in_space())
        return std::nullopt;
    return loupe_cells(canvas.grid, *probed, loupe_side(context.look, canvas));
}

void FieldSheet::State::draw_over_picture(const PanelContext& context, const FieldCanvas& canvas) {
    const Look& look = context.look;
    const FieldInput& input = pane.input();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(canvas.area.Min, canvas.area.Max, true);
    input.draw_pointer(context, canvas);
    if (canvas.area.GetHeight() >= look.px(lowest_with_overlays)) {
        const float pills = draw_field_pills(context, canvas);
        const ImRect tools = draw_field_tools(context, canvas, pills + look.px(12));
        // In space the axes say how long a cell is.
        const ImVec2 corner = canvas.overlay.Max - ImVec2(look.px(12), look.px(12));
        const ImRect scale_bar =
            canvas.in_space() ? ImRect(corner, corner) : draw_scale_bar(context, canvas);
        draw_slice_card(context, canvas);
        draw_growth_pill(context, canvas, tools, scale_bar);
        if (!input.painting())
            draw_start_card(context, canvas, tools, scale_bar);
    }
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

void FieldSheet::release(const PanelContext& context) {
    state_->pane.input().release(context);
}

FieldImageRequest FieldSheet::draw(const PanelContext& context, const ImRect& area,
                                   const FieldImage& field, ViewReports& reports) {
    const Look& look = context.look;
    Rows rows(area);
    const bool with_header = area.GetHeight() >= look.px(lowest_with_header);
    const bool with_transport = area.GetHeight() >= look.px(lowest_with_transport);
    const ImRect header = rows.take(look.px(with_header ? field_header_height : margin));
    const ImRect transport(area.Min.x, area.Max.y - look.px(with_transport ? transport_height : 0),
                           area.Max.x, area.Max.y);
    const ImRect below_header(area.Min.x + look.px(margin), rows.y(), area.Max.x - look.px(margin),
                              transport.Min.y);
    const float banner = std::ceil(draw_notice(context, below_header));
    if (banner > 0)
        rows.skip(banner + look.px(10));
    const ImRect picture_area(area.Min.x + look.px(margin), rows.y() + look.px(2),
                              area.Max.x - look.px(margin + colour_bar_gutter),
                              transport.Min.y - look.px(margin));
    ViewSetting view = context.snapshot.settings.view;
    FieldPane& pane = state_->pane;
    FieldInput& input = pane.input();
    const FieldCanvas canvas = pane.place(context, picture_area, field);
    if (with_header)
        draw_field_header(context, header, canvas, view);
    if (with_transport)
        draw_transport(context, transport);
    if (picture_area.GetWidth() < 1 || picture_area.GetHeight() < 1)
        return {};

    FieldPane::draw(look, field, canvas);
    draw_curve_axis(look, canvas, context.snapshot.range_low, context.snapshot.range_high);
    FieldPane::mark(context, canvas);
    if (canvas.in_space())
        draw_space_axes(context, canvas);
    draw_state_frame(context, canvas.picture);
    if (context.state.cell_to_pin) {
        input.pin(*context.state.cell_to_pin);
        context.state.cell_to_pin.reset();
    }
    input.update(context, canvas, view);
    const bool reading = input.probed() && context.snapshot.probe;
    const ImRect bar = bar_rect(look, picture_area, canvas.picture,
                                context.snapshot.settings.grid.dimensions == 3);
    context.mark("colour-bar", bar);
    draw_colour_bar(context, bar,
                    reading ? std::optional<float>(context.snapshot.probe->centre) : std::nullopt);
    state_->draw_over_picture(context, canvas);
    reports.probe(context, input);
    reports.loupe(context, state_->loupe(context, canvas));
    const FieldImageRequest request = pane.request(context, picture_area, view);
    if (request.width > 0)
        reports.picture(context, pane.shown());
    return request;
}

}  // namespace heatlab::ui
