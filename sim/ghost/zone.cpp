#include "sim/ghost/zone.h"

#include <algorithm>
#include <array>

namespace heatlab::ghost {
namespace {

/// The axis of one side of a tile; `cells` 1 and `tile` 1 where the grid has none.
struct TiledAxis {
    int cells;
    int tile;
};

std::array<TiledAxis, 3> axes_of(GridSize grid, const TileShape& tile) {
    return {{{grid.width, tile.width}, {grid.height, tile.height}, {grid.depth, tile.depth}}};
}

std::int64_t blocks_along(const TiledAxis& axis, int steps) {
    const int inner = axis.tile - 2 * steps;
    return (axis.cells + inner - 1) / inner;
}

/// Cells along an axis that all its blocks update together in a step after which `left` more
/// follow.
std::int64_t updated_along(const TiledAxis& axis, int steps, int left) {
    const std::int64_t inner = axis.tile - 2 * steps;
    const std::int64_t blocks = blocks_along(axis, steps);
    std::int64_t cells = 0;
    for (std::int64_t block = 0; block < blocks; ++block) {
        const std::int64_t first = std::max<std::int64_t>(block * inner - left, 0);
        const std::int64_t end = std::min<std::int64_t>((block + 1) * inner + left, axis.cells);
        cells += end - first;
    }
    return cells;
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
    int side = tile.width;
    if (dimensions > 1)
        side = std::min(side, tile.height);
    if (dimensions > 2)
        side = std::min(side, tile.depth);
    return (side - 1) / 2;
}

std::int64_t zone_blocks(GridSize grid, const Zone& zone) {
    const auto axes = axes_of(grid, zone.tile);
    std::int64_t blocks = 1;
    for (int axis = 0; axis < grid.dimensions; ++axis)
        blocks *= blocks_along(axes[static_cast<std::size_t>(axis)], zone.steps);
    return blocks;
}

double redundancy(GridSize grid, const Zone& zone) {
    const auto axes = axes_of(grid, zone.tile);
    double updated = 0;
    for (int left = zone.steps - 1; left >= 0; --left) {
        double cells = 1;
        for (int axis = 0; axis < grid.dimensions; ++axis) {
            cells *= static_cast<double>(
                updated_along(axes[static_cast<std::size_t>(axis)], zone.steps, left));
        }
        updated += cells;
    }
    return updated / (static_cast<double>(grid.cells()) * zone.steps);
}

}  // namespace heatlab::ghost
