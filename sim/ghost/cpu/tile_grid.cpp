#include "sim/ghost/cpu/tile_grid.h"

#include <algorithm>
#include <limits>
#include <string>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab::ghost {

CellSpan TileGrid::Axis::outputs(int tile) const {
    const int first = tile * inner;
    return {first, static_cast<int>(std::min(std::int64_t{first} + inner, std::int64_t{cells}))};
}

int output_columns(int side, int steps) {
    constexpr int group = TileTask::column_group;
    constexpr int many = 8 * group;
    const int columns = side - 2 * steps;
    return columns < many ? columns : columns / group * group;
}

TileGrid::Axis TileGrid::axis(int cells, int inner) {
    return {cells, inner, (cells - 1) / inner + 1};
}

TileGrid::TileGrid(GridSize grid, const Zone& zone) {
    if (zone.steps < 1 || zone.steps > most_zone_steps(zone.tile, grid.dimensions)) {
        throw InputError("--tile", tile_text(zone.tile, grid.dimensions),
                         "a zone of " + std::to_string(zone.steps) +
                             " steps leaves no cell of it; each side is longer than twice k, and k "
                             "is at least 1");
    }
    x_ = axis(grid.width, output_columns(zone.tile.width, zone.steps));
    if (grid.dimensions > 1)
        y_ = axis(grid.height, zone.tile.height - 2 * zone.steps);
    if (grid.dimensions > 2)
        z_ = axis(grid.depth, zone.tile.depth - 2 * zone.steps);
    const double tiles = double{1} * x_.tiles * y_.tiles * z_.tiles;
    if (tiles > std::numeric_limits<int>::max()) {
        throw InputError("--grid", grid_text(grid),
                         "has more tiles of " + tile_text(zone.tile, grid.dimensions) +
                             " than can be counted; choose a larger tile or a smaller grid");
    }
    tiles_ = x_.tiles * y_.tiles * z_.tiles;
}

void TileGrid::place(int tile, TileTask& task) const {
    task.columns = x_.outputs(tile % x_.tiles);
    task.rows = y_.outputs(tile / x_.tiles % y_.tiles);
    task.slices = z_.outputs(tile / x_.tiles / y_.tiles);
}

}  // namespace heatlab::ghost
