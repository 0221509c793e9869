#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/ghost/problem.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// The first cell, in memory's order, at which two arrays disagree: their bits differ, and not both
/// are NaN. Arrays of different types or sizes disagree where the shorter one ends.
std::optional<std::int64_t> first_mismatch(const Cells& expected, const Cells& found);

/// "cell 7 of row 3 is 1.5 instead of 1.25"; empty where the arrays agree.
std::string mismatch_text(const Cells& expected, const Cells& found, GridSize grid);

}  // namespace heatlab::ghost
