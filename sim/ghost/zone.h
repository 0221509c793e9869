#pragma once

#include <cstdint>
#include <string>

#include "sim/grid.h"

namespace heatlab::ghost {

/// Cells that a block (a GPU's, or one thread's tile on a processor) holds, its ghost zone
/// included. Sides beyond the application's dimensions are 1.
struct TileShape {
    int width = 1;
    int height = 1;
    int depth = 1;

    friend bool operator==(const TileShape&, const TileShape&) = default;
};

/// "256", "64x32", "16x16x16".
std::string tile_text(const TileShape& tile, int dimensions);

/// A tile whose outermost `steps` cells on each side are ghost cells: they advance that many steps
/// without meeting their neighbours, and what is right after them is the tile without its zone.
struct Zone {
    TileShape tile;
    int steps = 1;  ///< k: per launch, and the zone's width in cells

    friend bool operator==(const Zone&, const Zone&) = default;
};

/// The largest k that leaves a cell of `tile` to be computed.
int most_zone_steps(const TileShape& tile, int dimensions);

/// Blocks that cover `grid`: the product of ceil(extent / (side - 2k)).
std::int64_t zone_blocks(GridSize grid, const Zone& zone);

/// Cells that one launch updates over those that it must (k times the grid's): at least 1. Cells
/// outside the grid are not counted.
double redundancy(GridSize grid, const Zone& zone);

}  // namespace heatlab::ghost
