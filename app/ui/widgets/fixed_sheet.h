#pragma once

#include "app/ui/drawer.h"
#include "app/ui/widgets/sheet.h"

namespace heatlab::ui {

/// A sheet that stays where it is. Its content is drawn between construction and destruction.
class FixedSheet {
public:
    FixedSheet(const Look& look, const char* name, const ImRect& area, ImGuiWindowFlags flags)
        : look_(look) {
        constexpr ImGuiWindowFlags fixed =
            ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse;
        ImGui::SetNextWindowPos(area.Min);
        ImGui::SetNextWindowSize(area.GetSize());
        ImGui::Begin(name, nullptr, fixed | flags);
        // A click brings it to the front, but never over the panels of a narrow window.
        ImGuiWindow* panels = ImGui::FindWindowByName(drawer_window);
        if (panels != nullptr && panels->WasActive) {
            ImGui::BringWindowToDisplayBehind(ImGui::GetCurrentWindow(), panels);
        }
    }
    ~FixedSheet() {
        round_sheet(look_, ImGui::GetCurrentWindow());
        ImGui::End();
    }
    FixedSheet(const FixedSheet&) = delete;
    FixedSheet& operator=(const FixedSheet&) = delete;

private:
    const Look& look_;
};

}  // namespace heatlab::ui
