#pragma once

#include <string>

namespace heatlab::ui {

enum class ThemeKind { dark, light };
enum class Tool { pan, zoom, heat, cool };

/// State of the interface alone, kept between frames and, in part, between sessions (Preferences).
struct InterfaceState {
    ThemeKind theme = ThemeKind::dark;
    float scale = 1.0f;  ///< 1 to 2: monitor's scale times the user's
    bool reduced_motion = false;
    Tool tool = Tool::heat;
    bool help_open = false;
    bool settings_open = false;
    bool drawer_open = false;  ///< narrow windows: the sheet with the panels
    bool quit_requested = false;
    bool toggle_full_screen = false;
};

}  // namespace heatlab::ui
