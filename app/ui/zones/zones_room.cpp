#include "app/ui/zones/zones_room.h"

#include <array>
#include <cmath>
#include <string_view>

#include "app/ui/export_menu.h"
#include "app/ui/notices.h"
#include "app/ui/panels/panel.h"
#include "app/ui/transport.h"
#include "app/ui/widgets/fixed_sheet.h"
#include "app/ui/widgets/tabs.h"
#include "app/ui/zones/zone_chart.h"
#include "app/ui/zones/zone_controls.h"
#include "app/ui/zones/zone_figures.h"

namespace heatlab::ui {
namespace {

constexpr float title_height = 38;
constexpr std::array<const char*, 2> tab_titles{zone_figures_window, "Source"};

}  // namespace

void ZonesRoom::draw_banner(const PanelContext& context, const ImRect& area) {
    banner_ = std::ceil(draw_notice(context, area));
    if (banner_ > 0)
        banner_ += context.look.px(8);
}

void ZonesRoom::show(const char* window) {
    front_ = window == std::string_view(zone_source_window) ? 1 : 0;
}

void ZonesRoom::draw_figures_page(const PanelContext& context) {
    const Look& look = context.look;
    ImRect area = panel_area(look);
    area.Min.y += look.px(10);
    Rows rows(area);
    rows.skip(draw_zone_figures(context, area));
    finish_panel(look, rows);
}

void ZonesRoom::draw_panels(const PanelContext& context, const ZonesLayout& layout,
                            ImGuiWindowFlags flags) {
    const Look& look = context.look;
    if (context.width_class == WidthClass::wide) {
        {
            const FixedSheet sheet(look, zone_figures_window, layout.figures, flags);
            ImGui::SetCursorScreenPos(layout.figures.Min);
            ImRect title = layout.figures;
            title.Min.x += look.px(panel_padding);
            draw_text(look, {title.Min.x, title.Min.y + look.px(title_height) / 2}, Role::title,
                      look.colour.text, zone_figures_window, anchor_middle_left);
            ImGui::SetCursorScreenPos(layout.figures.Min + ImVec2(0, look.px(title_height - 10)));
            draw_figures_page(context);
        }
        const FixedSheet sheet(look, zone_source_window, layout.source, flags);
        ImGui::SetCursorScreenPos(layout.source.Min);
        source_.draw(context);
        return;
    }
    if (context.width_class != WidthClass::compact)
        return;
    const FixedSheet sheet(look, zone_panels_window, layout.figures, flags);
    ImRect row = layout.figures;
    row.Max.y = row.Min.y + look.px(tab_row_height);
    if (const auto chosen = tab_row(look, row, tab_titles, front_))
        front_ = *chosen;
    ImGui::SetCursorScreenPos(ImVec2(row.Min.x, row.Max.y));
    front_ == 0 ? draw_figures_page(context) : source_.draw(context);
}

FieldImageRequests ZonesRoom::draw(const PanelContext& context, const ImRect& area,
                                   ImGuiWindowFlags flags, const FieldImages& fields) {
    const Look& look = context.look;
    const ImRect below(area.Min + ImVec2(0, banner_), area.Max);
    const ZonesLayout layout = zones_layout(look, context.width_class, below);
    {
        const FixedSheet sheet(look, "Zone controls", layout.controls, flags);
        draw_zone_controls(context, layout.controls);
    }
    FieldImageRequests requests;
    requests.views.emplace_back();
    {
        const FixedSheet sheet(look, "Zone scene", layout.scene, flags);
        requests.scene = scene_.draw(context, layout.scene, fields.scene);
    }
    {
        const FixedSheet sheet(look, "Zone tile", layout.tile, flags);
        tile_.draw(context, layout.tile);
    }
    {
        const FixedSheet sheet(look, "Zone times", layout.chart, flags);
        draw_zone_chart(context, layout.chart);
        export_menu(context, "zones", layout.chart);
    }
    {
        const FixedSheet sheet(look, "Transport", layout.transport, flags);
        draw_transport(context, layout.transport, 0);
    }
    draw_panels(context, layout, flags);
    return requests;
}

}  // namespace heatlab::ui
