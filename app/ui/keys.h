#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// One row per key or mouse gesture; the handler, the help overlay, tooltips and the status bar
/// read it.
struct KeyBinding {
    enum class Group { run, physics, view, paint, window, share, lecture };
    enum class Action {
        toggle_run,
        one_step,
        n_steps,
        reset,
        halve_dt,
        double_dt,
        lower_r,
        raise_r,
        fit,
        space,
        loupe,
        compare,
        zones,
        undo_stroke,
        help,
        theme,
        full_screen,
        panels,
        copy_command,
        save_state,
        save_picture,
        save_field,
        save_grey,
        save_coloured,
        save_traces,
        record,
        quit,
        present,
        black_screen,
        pointer_ring,
        lesson_next,
        lesson_previous,
        lesson_return,
        lesson_aside,
        lesson_notes,
        lesson_list,
        gesture
    };
    Group group;
    Action action;
    std::string_view caps;     ///< as shown, "Space" or "[ or S"; alternatives parted by " or "
    std::string_view meaning;  ///< in the help
    std::string_view hint;     ///< short, for the status bar; may be empty
};

std::span<const KeyBinding> key_bindings();
std::string_view group_title(KeyBinding::Group group);
/// The caps of an action, for tooltips: "Space".
std::string_view key_of(KeyBinding::Action action);

/// The key alone, without Ctrl, Alt or Super.
bool key_pressed(ImGuiKey key, bool repeat = false);
/// Whether keys are the run's and the lesson's: no text is typed, no source is read, and the screen
/// is not black.
bool keys_are_free(const PanelContext& context);

/// Turns the keys pressed in this frame into commands and state. Nothing while text is typed.
/// Space, Enter and the arrows belong to the focused item while keyboard focus is visible.
void handle_keys(const PanelContext& context);

}  // namespace heatlab::ui
