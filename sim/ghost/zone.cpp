#include "sim/ghost/zone.h"

#include <algorithm>
#include <array>

namespace heatlab::ghost {
namespace {

std::array<int, 3> sides_of(const TileShape& tile) {
    return {tile.width, tile.height, tile.depth};
}

std::array<int, 3> sides_of(GridSize grid) {
    return {grid.width, grid.height, grid.depth};
}

/// Along an axis, where each block keeps side - 2 steps cells of its tile.
std::int64_t blocks_along(int extent, int side, int steps) {
    const std::int64_t kept = side - 2 * steps;
    return (extent + kept - 1) / kept;
}

/// Cells along an axis that all blocks together update in the step that leaves out `margin` on both
/// sides of a tile, those outside the grid not counted.
std::int64_t updated_along(int extent, int side, int steps, int margin) {
    const std::int64_t kept = side - 2 * steps;
    const std::int64_t blocks = blocks_along(extent, side, steps);
    std::int64_t updated = blocks * (side - 2 * margin);
    // What the blocks at both ends would update outside.
    for (std::int64_t b = 0; b < blocks && b * kept < steps - margin; ++b)
        updated -= steps - margin - b * kept;
    for (std::int64_t b = blocks - 1; b >= 0; --b) {
        const std::int64_t outside = b * kept - steps + side - margin - extent;
        if (outside <= 0)
            break;
        updated -= outside;
    }
    return updated;
}

}  // namespace

std::string tile_text(const TileShape& tile, int dimensions) {
    std::string text = std::to_string(tile.width);
    if (dimensions > 1)
        text += "x" + std::to_string(tile.height);
    if (dimensions > 2)
        text += "x" + std::to_string(tile.depth);
    return text;
}

int most_zone_steps(const TileShape& tile, int dimensions) {
    const std::array<int, 3> sides = sides_of(tile);
    return (*std::min_element(sides.begin(), sides.begin() + dimensions) - 1) / 2;
}

std::int64_t zone_blocks(GridSize grid, const Zone& zone) {
    const auto extents = sides_of(grid);
    const auto sides = sides_of(zone.tile);
    std::int64_t blocks = 1;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(grid.dimensions); ++axis)
        blocks *= blocks_along(extents.at(axis), sides.at(axis), zone.steps);
    return blocks;
}

double redundancy(GridSize grid, const Zone& zone) {
    const auto extents = sides_of(grid);
    const auto sides = sides_of(zone.tile);
    double updated = 0;
    for (int margin = 1; margin <= zone.steps; ++margin) {
        double in_step = 1;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(grid.dimensions); ++axis)
            in_step *= static_cast<double>(
                updated_along(extents.at(axis), sides.at(axis), zone.steps, margin));
        updated += in_step;
    }
    return updated / (static_cast<double>(grid.cells()) * zone.steps);
}

}  // namespace heatlab::ghost
