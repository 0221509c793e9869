#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/ghost/problem.h"

namespace heatlab::ghost {

/// A problem's cells after some steps, by nothing but its update in plain loops over all cells,
/// denormals flushed:
/// what every tile and every k on every backend is held against, to the bit.
Cells reference_after(const Problem& problem, std::int64_t steps);

/// Called before each step with how many are taken; false ends it.
using ReferenceWatcher = std::function<bool(std::int64_t step)>;
/// The same; none where `watcher` ended it.
std::optional<Cells> reference_after(const Problem& problem, std::int64_t steps,
                                     const ReferenceWatcher& watcher);

}  // namespace heatlab::ghost
