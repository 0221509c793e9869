#pragma once

#include <cstdint>

#include "sim/ghost/problem.h"

namespace heatlab::ghost {

/// A problem's cells after some steps, by nothing but its update in plain loops over all cells,
/// denormals flushed:
/// what every tile and every k on every backend is held against, to the bit.
Cells reference_after(const Problem& problem, std::int64_t steps);

}  // namespace heatlab::ghost
