#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/errors.h"

namespace heatlab {

/// Files of a folder that end in `extension` (".toml"), by name; none where there is no such
/// folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& extension);

/// The user's own folder for heatlab: in the folder that the variable `xdg` ("XDG_CONFIG_HOME")
/// names, or else in the home folder's `below_home` (".config"); none where neither is an absolute
/// path.
std::optional<std::filesystem::path> user_folder(const char* xdg, const char* below_home);

/// Where assets of a kind ("presets") lie: `share`/assets/KIND and the user's own folder,
/// $XDG_CONFIG_HOME/heatlab/KIND or ~/.config/heatlab/KIND.
std::vector<std::filesystem::path> asset_folders(const std::filesystem::path& share,
                                                 const std::string& kind);

/// The message without the argument in front, for lists of what was left out.
std::string without_argument(const InputError& problem);

}  // namespace heatlab
