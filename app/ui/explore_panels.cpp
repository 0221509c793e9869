#include "app/ui/explore_panels.h"

#include <array>

#include "app/ui/dock_layout.h"
#include "app/ui/export_menu.h"
#include "app/ui/lesson/front_tab.h"
#include "app/ui/panels/kernels.h"
#include "app/ui/panels/panel.h"
#include "app/ui/panels/physics.h"
#include "app/ui/panels/timings.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {
namespace {

constexpr float drawer_growth_height = 190;  ///< logical pixels
constexpr float drawer_extremes_height = 170;

}  // namespace

void ExplorePanels::draw_docked(const PanelContext& context, ImGuiWindowFlags flags) {
    const Look& look = context.look;
    const bool wide = context.width_class == WidthClass::wide;
    const ImGuiWindowFlags plain = flags | ImGuiWindowFlags_NoScrollbar;
    // `plot`: what the sheet can be saved as; null: as nothing.
    const auto sheet = [&](const char* name, ImGuiWindowFlags its_flags, const char* plot,
                           const auto& draw) {
        if (begin_sheet(look, name, its_flags)) {
            draw();
            if (plot != nullptr) {
                export_sheet(context, plot);
            }
        }
        end_sheet(look);
    };
    sheet(physics_window, flags, nullptr, [&] { draw_physics(context, thumbnails_); });
    sheet(kernels_window, flags, nullptr,
          [&] { wide ? draw_kernels(context) : kernels_.draw_pages(context); });
    if (wide) {
        sheet(source_window, plain, nullptr, [&] { kernels_.source.draw(context); });
        sheet(sizes_window, flags, "sizes", [&] { kernels_.sizes.draw(context); });
    }
    sheet(spectrum_window, plain, "spectrum", [&] { laboratory_.spectrum.draw(context); });
    sheet(laboratory_window, flags, "sweep", [&] { laboratory_.sheet.draw(context); });
    sheet(growth_window, plain, "growth",
          [&] { laboratory_.growth.draw(context, panel_area(look)); });
    sheet(extremes_window, plain, "extremes",
          [&] { laboratory_.extremes.draw(context, panel_area(look)); });
    sheet(timings_window, plain, "timings", [&] { draw_timings(context); });
}

void ExplorePanels::draw_laboratory_page(const PanelContext& context) {
    const Look& look = context.look;
    Rows rows(panel_area(look));
    const ImRect growth = rows.take(look.px(drawer_growth_height));
    laboratory_.growth.draw(context, growth);
    export_menu(context, "growth", growth);
    const ImRect extremes = rows.take(look.px(drawer_extremes_height));
    laboratory_.extremes.draw(context, extremes);
    export_menu(context, "extremes", extremes);
    ImRect rest = ImGui::GetCurrentWindow()->Rect();
    rest.Min.y = rows.y();
    ImGui::SetCursorScreenPos(rest.Min);
    laboratory_.sheet.draw(context);
    export_menu(context, "sweep", rest);
}

void ExplorePanels::draw_pages(const PanelContext& context, const ImRect& area, DrawerSide side,
                               ImGuiWindowFlags flags) {
    const std::array<DrawerPage, 5> pages{
        {{physics_window, [&] { draw_physics(context, thumbnails_); }},
         {kernels_window, [&] { kernels_.draw_pages(context); }},
         {spectrum_window,
          exported_page(context, "spectrum", [&] { laboratory_.spectrum.draw(context); })},
         {laboratory_window, [&] { draw_laboratory_page(context); }},
         {timings_window, exported_page(context, "timings", [&] { draw_timings(context); })}}};
    drawer_.draw(context, pages, area, side, flags);
}

void ExplorePanels::show(const std::string& name, WidthClass width_class) {
    const FrontTab tab = front_tab_for(name, width_class);
    kernels_.page = tab.kernels_page.value_or(kernels_.page);
    if (tab.laboratory_page) {
        laboratory_.sheet.show(*tab.laboratory_page);
    }
    width_class == WidthClass::narrow ? drawer_.set_front_tab(tab.window) : select_tab(tab.window);
}

}  // namespace heatlab::ui
