#include "app/ui/keyboard_focus.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/ui/dock_layout.h"

namespace heatlab::ui {
namespace {

constexpr int frames_to_enter = 5;

void focus_first_item() {
    // Where the focus was, else the panel with most controls; in a narrow window the ground.
    ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
    if (window == nullptr || !window->WasActive || window->NavLastIds[0] == 0) {
        ImGuiWindow* physics = ImGui::FindWindowByName(physics_window);
        window =
            physics != nullptr && physics->WasActive ? physics : ImGui::FindWindowByName("heatlab");
    }
    if (window != nullptr) {
        ImGui::FocusWindow(window);
        ImGui::NavInitWindow(window, true);
        ImGui::SetNavCursorVisible(true);
    }
}

}  // namespace

ImGuiWindowFlags KeyboardFocus::flags() const {
    const ImGuiIO& io = ImGui::GetIO();
    return io.NavVisible || io.WantTextInput || entering_ > 0 ? 0 : ImGuiWindowFlags_NoNavInputs;
}

void KeyboardFocus::begin_frame() {
    const ImGuiIO& io = ImGui::GetIO();
    const bool taken = io.NavVisible || io.WantTextInput || io.KeyCtrl || io.KeyAlt;
    if (!taken && ImGui::IsKeyPressed(ImGuiKey_Tab, false)) {
        entering_ = frames_to_enter;
    } else if (entering_ == frames_to_enter - 1) {
        // Windows have taken navigation back, and their items are still to come.
        focus_first_item();
    }
}

void KeyboardFocus::end_frame() {
    entering_ = std::max(0, entering_ - 1);
}

}  // namespace heatlab::ui
