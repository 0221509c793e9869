#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "app/session.h"
#include "app/shared_state.h"

namespace heatlab {

/// A picture that carries no state: at most an initial field.
struct OpenedPicture {
    std::filesystem::path file;
};
/// A NumPy array: an initial field of its shape.
struct OpenedArray {
    std::filesystem::path file;
    GridSize grid;
};
/// Numbers as text: an application's start or source among the ghost zones.
struct OpenedNumbers {
    std::filesystem::path file;
    std::size_t role = 0;  ///< of zone_file_roles, as the name speaks of it
};
struct OpenedPreset {
    std::string name;  ///< as --preset takes it
};

/// What a file that was given without an option, or dropped on the window, turns out to be.
using Opened = std::variant<SharedState, OpenedPicture, OpenedArray, OpenedNumbers, OpenedPreset>;

/// Told by its content, and a preset by .toml. Throws InputError (argument "FILE", or that of what
/// it is) for one that is none of these, is wrong, or cannot be read.
Opened open_file(const std::filesystem::path& file);

/// Files dropped on the window: a state is brought back, an array and a preset are started from, a
/// picture without a state is offered as an initial field, numbers as text go to the ghost zones: a
/// start and a source may come at once. What cannot be taken becomes a notice.
void take_dropped(Session& session, const std::vector<std::filesystem::path>& files);

/// What a state that was brought back has lost, for a banner; none: nothing.
std::optional<Notice> lost_notice(const SharedState& state);

}  // namespace heatlab
