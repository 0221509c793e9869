#include "app/ui/export_menu.h"

#include <string>
#include <utility>

#include "app/export/plot_tables.h"
#include "app/ui/widgets/choice.h"

namespace heatlab::ui {

void export_menu(const PanelContext& context, std::string_view plot, const ImRect& area) {
    InterfaceState& state = context.state;
    const std::string popup = "export " + std::string(plot);
    const bool over = ImGui::IsMouseHoveringRect(area.Min, area.Max) &&
                      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (over && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
        ImGui::OpenPopup(popup.c_str());
    }
    const Look& look = context.look;
    ImGui::SetNextWindowSize(ImVec2(look.px(230), 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(6), look.px(6)));
    const bool open = ImGui::BeginPopup(popup.c_str(), ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    if (!open) {
        return;
    }
    const ExportedPlot* exported = find_exported_plot(plot);
    MenuItemOptions options;
    if (exported != nullptr && !exported->measured(context.snapshot)) {
        options.disabled_reason = "Nothing was measured yet";
    }
    if (menu_item(look, "Save figures as CSV", options)) {
        state.export_wish = ExportWish{std::string(plot), ExportWish::Form::table, {}};
    }
    if (exported != nullptr && exported->json != nullptr &&
        menu_item(look, "Save figures as JSON", options)) {
        state.export_wish = ExportWish{std::string(plot), ExportWish::Form::json, {}};
    }
    if (menu_item(look, "Save as picture")) {
        state.export_wish =
            ExportWish{std::string(plot),
                       ExportWish::Form::picture,
                       {static_cast<int>(area.Min.x), static_cast<int>(area.Min.y),
                        static_cast<int>(area.GetWidth()), static_cast<int>(area.GetHeight())}};
    }
    ImGui::EndPopup();
}

void export_sheet(const PanelContext& context, std::string_view plot) {
    export_menu(context, plot, ImGui::GetCurrentWindow()->Rect());
}

std::function<void()> exported_page(const PanelContext& context, std::string_view plot,
                                    std::function<void()> draw) {
    return [&context, plot, draw = std::move(draw)] {
        draw();
        export_sheet(context, plot);
    };
}

}  // namespace heatlab::ui
