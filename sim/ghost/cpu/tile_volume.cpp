#include "sim/ghost/cpu/tile_volume.h"

#include <algorithm>

#include "sim/ghost/cpu/tile_task.h"

namespace heatlab::ghost {
namespace {

/// Cells of an axis that a tile knows when `left` steps are left.
CellSpan reached(CellSpan outputs, int left, int cells) {
    return {std::max(outputs.first - left, 0), std::min(outputs.last + left, cells)};
}

double vectors_of(CellSpan columns, double row_vectors) {
    constexpr int group = TileTask::column_group;
    return (columns.last + group - 1) / group - columns.first / group + row_vectors;
}

double cells_of(CellSpan cells) {
    return double{1} * (cells.last - cells.first);
}

/// cost(cells) for each tile along an axis, after each of its steps.
template <typename Cost>
std::vector<std::vector<double>> along(int cells, int side, int steps, const Cost& cost) {
    const int inner = side - 2 * steps;
    std::vector<std::vector<double>> tiles;
    for (std::int64_t first = 0; first < cells; first += inner) {
        const CellSpan outputs{static_cast<int>(first),
                               static_cast<int>(std::min<std::int64_t>(first + inner, cells))};
        auto& costs = tiles.emplace_back();
        for (int step = 1; step <= steps; ++step)
            costs.push_back(cost(reached(outputs, steps - step, cells)));
    }
    return tiles;
}

/// Cells that all tiles along an axis read, over the axis's.
double reading_along(int cells, int side, int steps) {
    const int inner = side - 2 * steps;
    double read = 0;
    for (std::int64_t first = 0; first < cells; first += inner) {
        const std::int64_t last = std::min<std::int64_t>(first + inner, cells);
        read += static_cast<double>(std::min<std::int64_t>(last + steps, cells) -
                                    std::max<std::int64_t>(first - steps, 0));
    }
    return read / cells;
}

double product(const std::vector<double>& x, const std::vector<double>& y,
               const std::vector<double>& z) {
    double sum = 0;
    for (std::size_t step = 0; step < x.size(); ++step)
        sum += x[step] * y[step] * z[step];
    return sum;
}

/// Of all tiles along an axis together.
std::vector<double> sum(const std::vector<std::vector<double>>& tiles) {
    std::vector<double> sums(tiles.front().size());
    for (const auto& tile : tiles)
        for (std::size_t step = 0; step < sums.size(); ++step)
            sums[step] += tile[step];
    return sums;
}

}  // namespace

TileVolume::TileVolume(GridSize grid, const Zone& zone, double row_vectors) {
    const auto one = std::vector(1, std::vector(static_cast<std::size_t>(zone.steps), 1.0));
    const TileShape& tile = zone.tile;
    x_ = along(grid.width, tile.width, zone.steps,
               [&](CellSpan columns) { return vectors_of(columns, row_vectors); });
    y_ = grid.dimensions > 1 ? along(grid.height, tile.height, zone.steps, cells_of) : one;
    z_ = grid.dimensions > 2 ? along(grid.depth, tile.depth, zone.steps, cells_of) : one;
    reading_ = reading_along(grid.width, tile.width, zone.steps);
    if (grid.dimensions > 1)
        reading_ *= reading_along(grid.height, tile.height, zone.steps);
    if (grid.dimensions > 2)
        reading_ *= reading_along(grid.depth, tile.depth, zone.steps);
}

double TileVolume::vectors(int tile) const {
    const auto at = static_cast<std::size_t>(tile);
    return product(x_[at % x_.size()], y_[at / x_.size() % y_.size()],
                   z_[at / x_.size() / y_.size()]);
}

double TileVolume::vectors() const {
    return product(sum(x_), sum(y_), sum(z_));
}

double task_vectors(const TileTask& task, int dimensions, double row_vectors) {
    double vectors = 0;
    for (int step = 1; step <= task.steps; ++step) {
        const int left = task.steps - step;
        double cost = vectors_of(reached(task.columns, left, task.width), row_vectors);
        if (dimensions > 1)
            cost *= cells_of(reached(task.rows, left, task.height));
        if (dimensions > 2)
            cost *= cells_of(reached(task.slices, left, task.depth));
        vectors += cost;
    }
    return vectors;
}

}  // namespace heatlab::ghost
