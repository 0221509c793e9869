#pragma once

#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Rows of a warp (in three dimensions: slices of a warp) that a GPU's block works on in a step
/// that leaves out `margin` cells on each side of its tile.
///
/// A warp takes as long for one active lane as for 32, so this, not the number of cells, is what a
/// step costs. Threads are numbered along x, then y; in three dimensions each walks along z and
/// sums the slice before its first cell and the one behind its last as well. In two dimensions a
/// thread has `rows_per_thread` cells below each other and computes all while any is inside.
int active_warps(const TileShape& tile, int dimensions, int margin, int rows_per_thread = 1);

/// E(k): what the shrinking steps 1 to k of a block cost, with that of a step of margin 1 as unit.
/// E(1) is 1.
double step_volume(const TileShape& tile, int dimensions, int steps, int rows_per_thread = 1);

}  // namespace heatlab::ghost
