#include "app/ui/compare/compare_sheets.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/compare/agreement_panel.h"
#include "app/ui/compare/comparison_choice.h"
#include "app/ui/compare/race_panel.h"
#include "app/ui/export_menu.h"
#include "app/ui/field_tools.h"
#include "app/ui/notices.h"
#include "app/ui/panels/panel.h"
#include "app/ui/transport.h"
#include "app/ui/widgets/fixed_sheet.h"
#include "app/ui/widgets/tabs.h"

namespace heatlab::ui {
namespace {

constexpr float title_height = 38;
constexpr std::array<const char*, 2> tab_titles{race_window, agreement_window};

FieldImage image_of(const FieldImages& fields, std::size_t view) {
    return view < fields.views.size() ? fields.views[view] : FieldImage{};
}

ImRect inside(const Look& look, const ImRect& sheet) {
    const float pad = look.px(panel_padding);
    return {sheet.Min.x + pad, sheet.Min.y, sheet.Max.x - pad, sheet.Max.y - look.px(12)};
}

void draw_titled(const PanelContext& context, const char* title, const ImRect& sheet,
                 float (*draw)(const PanelContext&, const ImRect&)) {
    const Look& look = context.look;
    Rows rows(inside(look, sheet));
    const ImRect row = rows.take(look.px(title_height));
    draw_text(look, {row.Min.x, row.GetCenter().y}, Role::title, look.colour.text, title,
              anchor_middle_left);
    draw(context, rows.take(rows.remaining()));
}

/// A panel in the current window, which scrolls where it is too low.
void draw_page(const PanelContext& context, float (*draw)(const PanelContext&, const ImRect&)) {
    const Look& look = context.look;
    ImRect area = panel_area(look);
    area.Min.y += look.px(10);
    area.Max.y -= look.px(4);
    Rows rows(area);
    rows.skip(draw(context, area));
    finish_panel(look, rows);
}

CellRect joined(const CellRect& a, const CellRect& b) {
    const int col = std::min(a.col, b.col);
    const int row = std::min(a.row, b.row);
    return {col, row, std::max(a.col + a.width, b.col + b.width) - col,
            std::max(a.row + a.height, b.row + b.height) - row};
}

}  // namespace

void CompareSheets::draw_banner(const PanelContext& context, const ImRect& area) {
    banner_ = std::ceil(draw_notice(context, area));
    if (banner_ > 0)
        banner_ += context.look.px(8);
}

void CompareSheets::show(const char* window) {
    front_ = window == std::string_view(agreement_window) ? 1 : 0;
}

void CompareSheets::draw_race_page(const PanelContext& context) {
    draw_page(context, draw_race);
}

void CompareSheets::draw_agreement_page(const PanelContext& context) {
    draw_page(context, draw_agreement);
}

void CompareSheets::draw_tabs(const PanelContext& context, const ImRect& area,
                              ImGuiWindowFlags flags) {
    const Look& look = context.look;
    const FixedSheet sheet(look, compare_panels_window, area, flags);
    const ImRect row(area.Min.x, area.Min.y, area.Max.x, area.Min.y + look.px(tab_row_height));
    if (const auto chosen = tab_row(look, row, tab_titles, front_))
        front_ = *chosen;
    ImRect content = inside(look, area);
    content.Min.y = row.Max.y + look.px(6);
    front_ == 0 ? draw_race(context, content) : draw_agreement(context, content);
    if (front_ == 0)
        export_menu(context, "race", area);
}

void CompareSheets::draw_panels(const PanelContext& context, const CompareLayout& layout,
                                ImGuiWindowFlags flags) {
    const Look& look = context.look;
    if (context.width_class == WidthClass::compact)
        draw_tabs(context, layout.race, flags);
    if (context.width_class != WidthClass::wide)
        return;
    {
        const FixedSheet sheet(look, race_window, layout.race, flags);
        draw_titled(context, race_window, layout.race, draw_race);
        export_menu(context, "race", layout.race);
    }
    const FixedSheet sheet(look, agreement_window, layout.agreement, flags);
    draw_titled(context, agreement_window, layout.agreement, draw_agreement);
}

void CompareSheets::share_pointer(std::size_t views) {
    pointer_.reset();
    const auto look_at = [&](std::size_t sheet, const FieldInput& input) {
        if (input.hovered() && input.probed())
            pointer_ = SharedPointer{sheet, *input.probed()};
    };
    for (std::size_t i = 0; i < views; ++i)
        look_at(i, views_[i].pane().input());
    look_at(views, difference_.pane().input());
}

void CompareSheets::report(const PanelContext& context, ViewReports& reports,
                           const ImRect& difference) {
    const FieldInput& first = views_.front().pane().input();
    reports.probe(context, first);
    reports.loupe(context, std::nullopt);
    // The difference may show more of the field than a view does.
    command::SetPicture picture = views_.front().pane().shown();
    const command::SetPicture other = difference_.pane().shown();
    if (difference.GetWidth() > 0 && other.visible.width > 0) {
        picture.visible = joined(picture.visible, other.visible);
        picture.width = std::max(picture.width, other.width);
        picture.height = std::max(picture.height, other.height);
    }
    reports.picture(context, picture);
}

FieldImageRequests CompareSheets::draw(const PanelContext& context, const ImRect& area,
                                       ImGuiWindowFlags flags, const FieldImages& fields,
                                       ViewReports& reports) {
    const Look& look = context.look;
    const Settings& settings = context.snapshot.settings;
    const std::size_t views = std::min(settings.comparison.others.size() + 1, most_compared_views);
    const GridSize shown = settings.shown_grid();
    // Above the picture of a rod is its curve.
    const double curve = settings.grid.dimensions == 1 ? 1 - FieldPane::curve_share : 1.0;
    const double aspect = curve * shown.width / shown.height;
    const ImRect below(area.Min + ImVec2(0, banner_), area.Max);
    const CompareLayout layout = compare_layout(look, context.width_class, below, views, aspect);
    if (context.state.cell_to_pin) {
        views_.front().pane().input().pin(*context.state.cell_to_pin);
        context.state.cell_to_pin.reset();
    }
    FieldImageRequests requests;
    ViewSetting view = settings.view;
    for (std::size_t i = 0; i < views; ++i) {
        const std::string name = "View " + view_name(i);
        const FixedSheet sheet(look, name.c_str(), layout.views[i], flags);
        requests.views.push_back(
            views_[i].draw(context, i, layout.views[i], image_of(fields, i), pointer_, view));
    }
    {
        const FixedSheet sheet(look, "Difference", layout.difference, flags);
        requests.difference =
            difference_.draw(context, views, layout.difference, fields.difference, pointer_, view);
    }
    draw_panels(context, layout, flags);
    {
        const FixedSheet sheet(look, "Transport", layout.transport, flags);
        const float tools = tool_row_width(look);
        const float x = draw_transport(context, layout.transport, tools + 2 * look.px(16));
        draw_tool_row(context, {x + look.px(16), std::floor(layout.transport.GetCenter().y)});
    }
    share_pointer(views);
    if (requests.views.front().width > 0)
        report(context, reports, layout.difference);
    return requests;
}

void CompareSheets::release(const PanelContext& context) {
    for (ViewSheet& view : views_)
        view.pane().input().release(context);
    difference_.pane().input().release(context);
    pointer_.reset();
}

}  // namespace heatlab::ui
