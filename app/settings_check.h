#pragma once

#include "app/settings.h"

namespace heatlab {

// What cannot hold, whoever asks for it: each throws InputError naming the argument as on the
// command line, the value and what is allowed. r is checked by StepRatio, the grid's memory by the
// backend, files by whoever reads them.

/// Of a grid, in cells.
inline constexpr int longest_side = 1 << 30;

/// Sides from 1 to `longest_side`, at most 2^40 cells.
void validate_grid(GridSize grid);
/// Four finite numbers that float32 holds.
void validate_walls(const Walls& walls);
void validate_pacing(const PacingSetting& pacing);
void validate_brush(const BrushSetting& brush);
void validate_view(const ViewSetting& view);
/// 1 to 10^15.
void validate_step_count(std::int64_t count, const char* argument);
/// Finite and above 0.
void validate_diffusivity(double value);
void validate_cell_size(double value);

/// All of the above, for settings from a command line.
void validate_settings(const Settings& settings);

}  // namespace heatlab
