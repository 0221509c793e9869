#include "app/ui/keys.h"

#include <array>
#include <utility>

#include "app/ui/compare/comparison_choice.h"
#include "app/ui/zones/zone_words.h"

namespace heatlab::ui {
namespace {

using Group = KeyBinding::Group;
using Action = KeyBinding::Action;

constexpr std::array table{
    KeyBinding{Group::run, Action::toggle_run, "Space", "run and pause", "run"},
    KeyBinding{Group::run, Action::one_step, "S or .", "one step", "one step"},
    KeyBinding{Group::run, Action::n_steps, "N", "n steps, then pause", ""},
    KeyBinding{Group::run, Action::reset, "R", "back to step 0", "reset"},
    KeyBinding{Group::physics, Action::lower_r, "← or →", "change r by 0.001", ""},
    KeyBinding{Group::physics, Action::raise_r, "Shift + ← or →", "change r by 0.0001", ""},
    KeyBinding{Group::physics, Action::halve_dt, "[", "halve dt", ""},
    KeyBinding{Group::physics, Action::double_dt, "]", "double dt", ""},
    KeyBinding{Group::paint, Action::gesture, "Drag", "use the chosen tool", "paint heat"},
    KeyBinding{Group::paint, Action::gesture, "Shift + Drag", "cool", "cool"},
    KeyBinding{Group::paint, Action::gesture, "Right drag", "cool", ""},
    KeyBinding{Group::paint, Action::undo_stroke, "Ctrl + Z", "take back a stroke", ""},
    KeyBinding{Group::view, Action::gesture, "Wheel", "zoom at the pointer", "zoom"},
    KeyBinding{Group::view, Action::gesture, "Middle drag", "move the picture", ""},
    KeyBinding{Group::view, Action::gesture, "Click", "pin the read-out", ""},
    KeyBinding{Group::view, Action::fit, "F", "fit the whole field", "fit"},
    KeyBinding{Group::view, Action::loupe, "M", "loupe: cells with their numbers", "loupe"},
    KeyBinding{Group::view, Action::gesture, "Double click", "fit a plot, or the surface", ""},
    KeyBinding{Group::view, Action::space, "D", "the next way to show it", ""},
    KeyBinding{Group::window, Action::help, "? or F1", "show or hide the keys", "all keys"},
    KeyBinding{Group::window, Action::compare, "C", "compare kernels, or explore", "compare"},
    KeyBinding{Group::window, Action::zones, "G", "ghost zones, or explore", "ghost zones"},
    KeyBinding{Group::window, Action::theme, "T", "dark or light", ""},
    KeyBinding{Group::window, Action::full_screen, "F11", "full screen", ""},
    KeyBinding{Group::share, Action::copy_command, "Ctrl + C", "copy this view as a command", ""},
    KeyBinding{Group::share, Action::save_state, "Ctrl + S", "save the state", ""},
    KeyBinding{Group::share, Action::save_picture, "F12", "save a picture of the window", ""},
    KeyBinding{Group::share, Action::record, "V", "record a video, and end it", ""},
    KeyBinding{Group::share, Action::save_field, "Ctrl + E", "the field as NPY", ""},
    KeyBinding{Group::share, Action::save_grey, "Ctrl + G", "the field as grey PNG, 16 bits", ""},
    KeyBinding{Group::share, Action::save_coloured, "Ctrl + P", "the field as coloured PNG", ""},
    KeyBinding{Group::share, Action::save_traces, "Ctrl + T", "its history as CSV", ""},
    KeyBinding{Group::window, Action::panels, "P", "panels, in a narrow window", "panels"},
    KeyBinding{Group::window, Action::gesture, "Tab", "walk through the controls", ""},
    KeyBinding{Group::window, Action::gesture, "Ctrl + Tab", "next sheet", ""},
    KeyBinding{Group::window, Action::gesture, "Esc", "leave the controls, close", ""},
    KeyBinding{Group::window, Action::quit, "Ctrl + Q", "quit", ""},
    KeyBinding{Group::physics, Action::gesture, "Drag r", "set r; with Shift ten times finer", ""},
    KeyBinding{Group::physics, Action::gesture, "Enter", "take a typed number", ""},
    KeyBinding{Group::lecture, Action::present, "L", "presenter's mode", "lecture"},
    KeyBinding{Group::lecture, Action::black_screen, "B", "black screen", ""},
    KeyBinding{Group::lecture, Action::pointer_ring, "H", "a ring round the pointer", ""},
    KeyBinding{Group::lecture, Action::lesson_list, "I", "list of lessons", ""},
    KeyBinding{Group::lecture, Action::lesson_next, "Page Down", "answer, or the next step", ""},
    KeyBinding{Group::lecture, Action::lesson_previous, "Page Up", "the step before", ""},
    KeyBinding{Group::lecture, Action::lesson_return, "Home or F5", "back to this step", ""},
    KeyBinding{Group::lecture, Action::lesson_aside, "End", "show something else", ""},
    KeyBinding{Group::lecture, Action::lesson_notes, "O", "notes for the teacher", ""},
};

bool any_modifier() {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeyCtrl || io.KeyAlt || io.KeySuper;
}

bool pressed(ImGuiKey key, bool repeat = false) {
    return key_pressed(key, repeat);
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
    // Some clickers send a full stop for a black screen.
    const bool stop = !context.state.presenting &&
                      (pressed(ImGuiKey_Period, true) || pressed(ImGuiKey_KeypadDecimal, true));
    if (pressed(ImGuiKey_S, true) || stop) {
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
        is_in_space(context.snapshot.settings.show) ? context.emit(command::SetCamera{})
                                                    : context.emit(command::SetView{});
    }
    if (pressed(ImGuiKey_D)) {
        context.emit(command::SetShow{
            show_mode_after(context.snapshot.settings.show, context.snapshot.settings.grid)});
    }
    if (pressed(ImGuiKey_M)) {
        state.loupe = !state.loupe;
    }
    if (pressed(ImGuiKey_C)) {
        context.emit(command::SetComparison{comparison_switched(context.snapshot)});
    }
    if (pressed(ImGuiKey_G)) {
        context.emit(command::SetZones{zones_switched(context.snapshot)});
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
}

void handle_share_keys(InterfaceState& state) {
    if (!ImGui::GetIO().KeyCtrl) {
        return;
    }
    for (const auto& [key, wish] :
         {std::pair(ImGuiKey_C, ShareWish::copy_command),
          std::pair(ImGuiKey_S, ShareWish::save_state),
          std::pair(ImGuiKey_E, ShareWish::save_field), std::pair(ImGuiKey_G, ShareWish::save_grey),
          std::pair(ImGuiKey_P, ShareWish::save_coloured),
          std::pair(ImGuiKey_T, ShareWish::save_traces)}) {
        if (ImGui::IsKeyPressed(key, false)) {
            state.share_wish = wish;
        }
    }
}

void handle_lecture_keys(const PanelContext& context) {
    InterfaceState& state = context.state;
    if (pressed(ImGuiKey_L)) {
        state.presenting = !state.presenting;
    }
    if (pressed(ImGuiKey_H)) {
        state.pointer_ring = !state.pointer_ring;
    }
    if (pressed(ImGuiKey_I)) {
        state.lessons_open = !state.lessons_open;
    }
    if (pressed(ImGuiKey_B) || (state.presenting && pressed(ImGuiKey_Period))) {
        state.blacked_out = true;
    }
    const bool overlaid = state.help_open || state.lessons_open;
    if (state.presenting && !overlaid && pressed(ImGuiKey_Escape)) {
        if (const auto& notice = context.snapshot.notice) {
            context.emit(command::DismissNotice{notice->id});
        } else {
            state.presenting = false;
        }
    }
}

/// Whatever a clicker or a hand sends brings the picture back, and does nothing else.
void lift_black_screen(InterfaceState& state) {
    for (const ImGuiKey key :
         {ImGuiKey_B, ImGuiKey_Period, ImGuiKey_Escape, ImGuiKey_Space, ImGuiKey_Enter,
          ImGuiKey_PageDown, ImGuiKey_PageUp, ImGuiKey_L, ImGuiKey_Home, ImGuiKey_F5}) {
        if (pressed(key)) {
            state.blacked_out = false;
        }
    }
}

}  // namespace

bool key_pressed(ImGuiKey key, bool repeat) {
    return !any_modifier() && ImGui::IsKeyPressed(key, repeat);
}

bool keys_are_free(const PanelContext& context) {
    return !ImGui::GetIO().WantTextInput && !context.state.source_focused &&
           !context.state.blacked_out;
}

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
        case Group::lecture:
            return "Lecture";
        case Group::share:
            return "Share";
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
    if (pressed(ImGuiKey_V)) {
        state.share_wish = ShareWish::record;
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
    if (state.blacked_out) {
        lift_black_screen(state);
        return;
    }
    if (!keys_are_free(context)) {
        return;
    }
    const bool popup =
        ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    const bool focus_owns_keys = ImGui::GetIO().NavVisible || popup;
    handle_run_keys(context, focus_owns_keys);
    if (room_of(context.snapshot) != Room::zones) {  // there is no r there
        handle_physics_keys(context, focus_owns_keys);
    }
    handle_window_keys(context);
    handle_share_keys(state);
    handle_lecture_keys(context);
}

}  // namespace heatlab::ui
