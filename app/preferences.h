#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/settings.h"
#include "app/ui/interface_state.h"

namespace heatlab {

/// What is kept between runs, in the user's configuration folder.
struct Preferences {
    ui::ThemeKind theme = ui::ThemeKind::dark;
    double user_scale = 1;  ///< 1 to 2, times the monitor's
    bool reduced_motion = false;
    FlashGuardMode flash_guard = FlashGuardMode::even_steps;
    LaboratorySetting laboratory;  ///< what it observes
    int window_width = 0;          ///< logical pixels; 0: none remembered
    int window_height = 0;
    std::string front_tab;  ///< title of the right column's front tab; empty: the first
    /// Dock layout per width class ("wide", "compact"): Dear ImGui's own text, opaque here.
    std::map<std::string, std::string> layouts;

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

struct LoadedPreferences {
    Preferences preferences;  ///< defaults where the file says nothing usable
    /// What was wrong, a sentence each: for a banner and for stderr. Empty: nothing.
    std::vector<std::string> problems;
};

/// $XDG_CONFIG_HOME/heatlab/preferences.json, or ~/.config/heatlab/preferences.json. None where
/// neither variable is set to an absolute path.
std::optional<std::filesystem::path> preferences_path();

/// Never throws for what the file holds. A missing file gives defaults and no problem. One that is
/// not JSON is renamed to <name>.broken-N (N: the smallest free number). A member of the wrong type
/// or out of range is reported with its key, value and what is allowed, and keeps its default;
/// unknown members are ignored.
LoadedPreferences load_preferences(const std::filesystem::path& path);

/// Writes by way of a temporary file, making folders as needed; keeps members of the file that this
/// version does not know. Returns a sentence about what failed, or nothing.
std::optional<std::string> save_preferences(const std::filesystem::path& path,
                                            const Preferences& preferences);

}  // namespace heatlab
