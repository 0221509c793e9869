#pragma once

#include <string_view>

#include "app/ui/look.h"

namespace heatlab::ui {

/// What the user does with an area; the base of every widget. It is an item of Dear ImGui with a
/// stable id (and a label, so that tests find it), reached by keyboard, with the accent ring when
/// focused.
struct Press {
    bool pressed = false;  ///< released inside, or Space or Enter while focused
    bool hovered = false;
    bool held = false;
    ImGuiID id = 0;
};

/// The part of a label that is shown: up to ##.
std::string_view visible_label(const char* label);

/// `id`: stable label, "Halve dt" or "Halve dt##physics". Leaves the cursor below `area`.
Press press_area(const char* id, const ImRect& area);

enum class ButtonKind {
    plain,    ///< fill `control`
    ghost,    ///< fills on hover only
    primary,  ///< accent; one in the window (play), or the remedy of a banner
    scrim     ///< on the field
};

struct ButtonOptions {
    ButtonKind kind = ButtonKind::plain;
    const char* icon = nullptr;
    Role role = Role::body_strong;
    bool selected = false;  ///< a toggle that is on: accent on its tint
    ImU32 icon_colour = 0;  ///< 0: as the text
    std::string_view tooltip = {};
    std::string_view key = {};  ///< shown in the tooltip
    std::string_view disabled_reason =
        {};  ///< not empty: drawn at 40 %, not pressed, reason as tooltip
};

/// Text button; `label` is its id, text after ## is not shown. Returns whether it was pressed.
bool button(const Look& look, const char* label, const ImRect& area,
            const ButtonOptions& options = {});
/// Width that `label` and its icon need with the house padding (12 at both sides), framebuffer
/// pixels.
float button_width(const Look& look, const char* label, const ButtonOptions& options = {});

/// Icon alone; `label` names it for tooltip and tests ("Undo stroke").
bool icon_button(const Look& look, const char* label, const char* icon, const ImRect& area,
                 ButtonOptions options = {});

/// The round accent button: play and pause.
bool round_button(const Look& look, const char* label, const char* icon, const ImRect& area,
                  const ButtonOptions& options = {});

/// Link in accent colour, no fill.
bool link(const Look& look, const char* label, ImVec2 at, Anchor anchor = {});

}  // namespace heatlab::ui
