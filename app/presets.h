#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/settings.h"

namespace heatlab {

/// One of a preset's runs, with all that it sets: what the runs share, where it does not set that
/// itself, then its own.
struct PresetVariant {
    std::string name;  ///< "0.26"; as in --preset NAME:VARIANT and on its button
    /// Option name ("--r") and value, in the order of the file.
    std::vector<std::pair<std::string, std::string>> options;
};

/// A prepared experiment, read from a file.
struct Preset {
    std::string name;  ///< the file's, without folder and extension
    std::string title;
    std::string text;  ///< two sentences
    std::vector<PresetVariant>
        variants;       ///< at least one; a file without variants has one, unnamed
    bool runs = false;  ///< starts by itself when the window opens with it, or it is chosen there
    std::filesystem::path file;

    /// Null where there is none. An empty name: the first.
    const PresetVariant* find_variant(std::string_view variant) const;
};

/// All presets found in the program's share folder and in the user's own (a file there hides the
/// shipped one of the same name).
class PresetLibrary {
public:
    /// Reads every *.toml file in `folders`, in the order of the names. A folder that does not
    /// exist is empty. Files that are wrong are left out and listed in `problems`.
    explicit PresetLibrary(const std::vector<std::filesystem::path>& folders);
    PresetLibrary() = default;

    const std::vector<Preset>& presets() const { return presets_; }
    /// "FILE:LINE: key ...", one per wrong file.
    const std::vector<std::string>& problems() const { return problems_; }
    /// `name`: NAME, NAME:VARIANT, or a path to a .toml file. Throws InputError (argument
    /// "--preset") naming what exists, or the file, line and key that is wrong. A path takes
    /// :VARIANT too. The variant is a part of the preset.
    std::pair<std::shared_ptr<const Preset>, const PresetVariant*> find(
        std::string_view name) const;

private:
    std::vector<Preset> presets_;
    std::vector<std::string> problems_;
};

/// Whether a window that opens with `settings` starts by itself: with a preset that runs, unless a
/// number of steps was asked for.
bool starts_by_itself(const PresetLibrary& presets, const Settings& settings);

/// Those of `share`/assets/presets and of the user's own folder, $XDG_CONFIG_HOME/heatlab/presets
/// or ~/.config/heatlab/presets.
std::shared_ptr<const PresetLibrary> load_presets(const std::filesystem::path& share);

/// Reads one file. Throws InputError (argument "--preset") with file, line, key, and what is
/// allowed.
Preset read_preset(const std::filesystem::path& file);

/// `settings` with the program's defaults where they are part of an experiment: grid, r, start,
/// walls, boundaries, steps, alpha, cell size, pacing, range, host copies, type. The user's choices
/// (backend, kernel, view, colours) stay.
Settings with_default_experiment(const Settings& settings);

/// Where the kernel does not work with the boundaries, or does not exist with the cells on every
/// backend that has a kernel of its name: the default one, which works with all.
void take_supporting_kernel(Settings& settings);

/// `settings` with a preset's state: what it does not name keeps the program's default where it is
/// part of an experiment (grid, r, start, walls, boundaries), and stays where it is the user's
/// choice (backend, kernel, view, colours). Throws InputError.
Settings with_preset(const Settings& settings, const Preset& preset, const PresetVariant& variant);

}  // namespace heatlab
