#pragma once

#include <cstdint>

#include "sim/cell_type.h"
#include "sim/grid.h"

namespace heatlab {

/// One buffer of a field, as the CPU kernels lay it out; the largest number where 64 bits do not
/// hold it.
std::uint64_t cpu_buffer_bytes(GridSize grid, CellType type);

/// What a simulation of the CPU backend takes to start: its buffers, and beside them the initial
/// field and the copy of it that waits for the worker. The largest number where 64 bits do not hold
/// it.
std::uint64_t cpu_bytes_to_start(GridSize grid, CellType type);

/// Checkpoints that fit in half of what is left of `available` bytes beside the two buffers: at
/// most 16, and one wherever one fits at all.
int cpu_checkpoints_that_fit(GridSize grid, CellType type, std::uint64_t available);

}  // namespace heatlab
