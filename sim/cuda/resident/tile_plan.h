#pragma once

#include <optional>
#include <vector>

#include "sim/cuda/kernels/resident/tile.h"
#include "sim/grid.h"

namespace heatlab::cuda {

/// A grid divided into tiles that all run at once.
struct TilePlan {
    resident::TileShape shape;
    int across = 0;  ///< tiles in a row
    int down = 0;
    int halo = 0;  ///< cells, and steps from one exchange to the next
    std::vector<resident::Tile> tiles;
};

/// With the deepest halo that at most so many tiles allow. None where they do not hold the grid, or
/// the grid is smaller than a tile.
std::optional<TilePlan> plan_tiles(GridSize grid, const resident::TileShape& shape, int most_tiles);

/// Expected, on an H200: of a step in a long batch, its share of an exchange included.
double resident_step_seconds(const TilePlan& plan);

}  // namespace heatlab::cuda
