#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/field.h"
#include "sim/simulation.h"

namespace heatlab::testing {

/// What the scheme says after `steps` steps, cell by cell in float32 with denormals flushed:
/// written out here, shared with no backend. Walls are fixed; in one and three dimensions too.
Field reference_steps(const Field& initial, StepRatio r, std::int64_t steps);
/// The same in float64, with denormals as they are; in two dimensions.
Field64 reference_steps(const Field64& initial, StepRatio r, std::int64_t steps);

/// Noise with a hot corner and, where there is room, a few denormals, in all cells.
Field noise_field(GridSize grid, std::uint64_t seed);
/// The same of float64, with all bits.
Field64 noise_field64(GridSize grid, std::uint64_t seed);

/// Row, column and both values of the first cell whose bits differ (any NaN equals any NaN).
std::optional<std::string> difference_text(const Field& expected, const Field& actual);
std::optional<std::string> difference_text(const Field64& expected, const Field64& actual);
std::optional<std::string> difference_text(const Field& expected, const FieldPicture& actual);

}  // namespace heatlab::testing
