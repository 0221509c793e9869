#include "app/ui/keys.h"

#include <array>

#include "app/ui/compare/comparison_choice.h"

namespace heatlab::ui {
namespace {

using Group = KeyBinding::Group;
using Action = KeyBinding::Action;

constexpr std::array<KeyBinding, 32> table{{
    {Group::run, Action::toggle_run, "Space", "run and pause", "run"},
    {Group::run, Action::one_step, "S or .", "one step", "one step"},
    {Group::run, Action::n_steps, "N", "n steps, then pause", ""},
    {Group::run, Action::reset, "R", "back to step 0", "reset"},
    {Group::physics, Action::lower_r, "← or →", "change r by 0.001", ""},
    {Group::physics, Action::raise_r, "Shift + ← or →", "change r by 0.0001", ""},
    {Group::physics, Action::halve_dt, "[", "halve dt", ""},
    {Group::physics, Action::double_dt, "]", "double dt", ""},
    {Group::paint, Action::gesture, "Drag", "use the chosen tool", "paint heat"},
    {Group::paint, Action::gesture, "Shift + Drag", "cool", "cool"},
    {Group::paint, Action::gesture, "Right drag", "cool", ""},
    {Group::paint, Action::undo_stroke, "Ctrl + Z", "take back a stroke", ""},
    {Group::view, Action::gesture, "Wheel", "zoom at the pointer", "zoom"},
    {Group::view, Action::gesture, "Middle drag", "move the picture", ""},
    {Group::view, Action::gesture, "Click", "pin the read-out", ""},
    {Group::view, Action::fit, "F", "fit the whole field", "fit"},
    {Group::view, Action::loupe, "M", "loupe: cells with their numbers", "loupe"},
    {Group::view, Action::gesture, "Double click", "fit a plot", ""},
    {Group::window, Action::help, "? or F1", "show or hide the keys", "all keys"},
    {Group::window, Action::compare, "C", "compare kernels, or explore one", "compare"},
    {Group::window, Action::theme, "T", "dark or light", ""},
    {Group::window, Action::full_screen, "F11", "full screen", ""},
    {Group::window, Action::save_picture, "F12", "save a picture of the window", ""},
    {Group::window, Action::copy_command, "Ctrl + C", "copy this view as a command", ""},
    {Group::window, Action::save_state, "Ctrl + S", "save the state", ""},
    {Group::window, Action::panels, "P", "panels, in a narrow window", "panels"},
    {Group::window, Action::gesture, "Tab", "walk through the controls", ""},
    {Group::window, Action::gesture, "Ctrl + Tab", "next sheet", ""},
    {Group::window, Action::gesture, "Esc", "leave the controls, close", ""},
    {Group::window, Action::quit, "Ctrl + Q", "quit", ""},
    {Group::physics, Action::gesture, "Drag r", "set r; with Shift ten times finer", ""},
    {Group::physics, Action::gesture, "Enter", "take a typed number", ""},
}};

bool any_modifier() {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeyCtrl || io.KeyAlt || io.KeySuper;
}

bool pressed(ImGuiKey key, bool repeat = false) {
    return !any_modifier() && ImGui::IsKeyPressed(key, repeat);
}

/// Where the layout has no key of its own for the character (brackets and ? on many keyboards) it
/// is taken from the text that the keys produced.
bool typed(char character, ImGuiKey key) {
    if (ImGui::IsKeyDown(key)) {
        return false;
    }
    for (const ImWchar c : ImGui::GetIO().InputQueueCharacters) {
        if (c == static_cast<ImWchar>(character)) {
            return true;
        }
    }
    return false;
}

void handle_run_keys(const PanelContext& context, bool focus_owns_keys) {
    if (!focus_owns_keys && pressed(ImGuiKey_Space)) {
        context.emit(command::TogglePlay{});
    }
    if (pressed(ImGuiKey_S, true) || pressed(ImGuiKey_Period, true) ||
        pressed(ImGuiKey_KeypadDecimal, true)) {
        context.emit(command::RunSteps{1});
    }
    if (pressed(ImGuiKey_N)) {
        context.emit(command::RunSteps{context.snapshot.settings.step_count});
    }
    if (pressed(ImGuiKey_R)) {
        context.emit(command::Reset{});
    }
}

void handle_physics_keys(const PanelContext& context, bool focus_owns_keys) {
    const bool question = ImGui::GetIO().KeyShift;
    if ((!question && pressed(ImGuiKey_LeftBracket)) || typed('[', ImGuiKey_LeftBracket)) {
        context.emit(command::ScaleTimeStep{0.5});
    }
    if ((!question && pressed(ImGuiKey_RightBracket)) || typed(']', ImGuiKey_RightBracket)) {
        context.emit(command::ScaleTimeStep{2});
    }
    if (focus_owns_keys) {
        return;
    }
    const double step = ImGui::GetIO().KeyShift ? 1e-4 : 1e-3;
    if (pressed(ImGuiKey_LeftArrow, true)) {
        context.emit(command::ChangeStepRatio{-step});
    }
    if (pressed(ImGuiKey_RightArrow, true)) {
        context.emit(command::ChangeStepRatio{step});
    }
}

void handle_window_keys(const PanelContext& context) {
    InterfaceState& state = context.state;
    const bool question = ImGui::GetIO().KeyShift && pressed(ImGuiKey_Slash);
    if (question || typed('?', ImGuiKey_Slash)) {
        state.help_open = !state.help_open;
    }
    if (pressed(ImGuiKey_F)) {
        context.emit(command::SetView{});
    }
    if (pressed(ImGuiKey_M)) {
        state.loupe = !state.loupe;
    }
    if (pressed(ImGuiKey_C)) {
        context.emit(command::SetComparison{comparison_switched(context.snapshot)});
    }
    if (pressed(ImGuiKey_T)) {
        state.theme = state.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
    }
    if (pressed(ImGuiKey_P) && context.width_class == WidthClass::narrow) {
        state.drawer_open = !state.drawer_open;
    }
    if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Z, true)) {
        context.emit(command::UndoStroke{});
    }
    if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_C, false)) {
        state.share_wish = ShareWish::copy_command;
    }
    if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_S, false)) {
        state.share_wish = ShareWish::save_state;
    }
}

}  // namespace

std::span<const KeyBinding> key_bindings() {
    return table;
}

std::string_view group_title(KeyBinding::Group group) {
    switch (group) {
        case Group::run:
            return "Run";
        case Group::physics:
            return "Physics";
        case Group::view:
            return "Look";
        case Group::paint:
            return "Paint";
        case Group::window:
            break;
    }
    return "Window";
}

std::string_view key_of(KeyBinding::Action action) {
    for (const KeyBinding& binding : table) {
        if (binding.action == action) {
            return binding.caps;
        }
    }
    return {};
}

void handle_keys(const PanelContext& context) {
    InterfaceState& state = context.state;
    if (pressed(ImGuiKey_F1)) {
        state.help_open = !state.help_open;
    }
    if (pressed(ImGuiKey_F12)) {
        state.share_wish = ShareWish::save_picture;
    }
    if (pressed(ImGuiKey_F11)) {
        state.toggle_full_screen = true;
    }
    if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Q, false)) {
        state.quit_requested = true;
    }
    if (ImGui::GetIO().WantTextInput || state.source_focused) {
        return;
    }
    const bool popup =
        ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    const bool focus_owns_keys = ImGui::GetIO().NavVisible || popup;
    handle_run_keys(context, focus_owns_keys);
    handle_physics_keys(context, focus_owns_keys);
    handle_window_keys(context);
}

}  // namespace heatlab::ui
