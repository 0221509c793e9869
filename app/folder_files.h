#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/errors.h"

namespace heatlab {

/// Files of a folder that end in `extension` (".toml"), by name; none where there is no such
/// folder.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& extension);

/// Where assets of a kind ("presets") lie: `share`/assets/KIND and the user's own folder,
/// $XDG_CONFIG_HOME/heatlab/KIND or ~/.config/heatlab/KIND.
std::vector<std::filesystem::path> asset_folders(const std::filesystem::path& share,
                                                 const std::string& kind);

/// The message without the argument in front, for lists of what was left out.
std::string without_argument(const InputError& problem);

}  // namespace heatlab
