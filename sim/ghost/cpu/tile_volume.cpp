#include "sim/ghost/cpu/tile_volume.h"

#include <algorithm>
#include <cmath>

#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"

namespace heatlab::ghost {
namespace {

/// Cells of an axis that a tile knows when `left` steps are left.
CellSpan reached(CellSpan outputs, int left, int cells) {
    return {std::max(outputs.first - left, 0), std::min(outputs.last + left, cells)};
}

double vectors_of(CellSpan columns) {
    constexpr int group = TileTask::column_group;
    return (columns.last + group - 1) / group - columns.first / group;
}

double cells_of(CellSpan cells) {
    return double{1} * (cells.last - cells.first);
}

/// cost(cells) for each tile along an axis, after each of its steps.
template <typename Cost>
std::vector<std::vector<double>> along(int cells, int inner, int steps, const Cost& cost) {
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
double reading_along(int cells, int inner, int steps) {
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

double RowCost::of(double vectors) const {
    if (vectors <= widths.front().vectors)
        return begin + widths.front().part * vectors;
    for (std::size_t i = 1; i < widths.size(); ++i) {
        const Width& from = widths[i - 1];
        const Width& to = widths[i];
        if (vectors < to.vectors)
            return begin + std::lerp(from.part * from.vectors, to.part * to.vectors,
                                     (vectors - from.vectors) / (to.vectors - from.vectors));
    }
    return begin + widths.back().part * vectors;
}

TileVolume::TileVolume(GridSize grid, const Zone& zone, const RowCost& row) {
    const auto one = std::vector(1, std::vector(static_cast<std::size_t>(zone.steps), 1.0));
    const int columns = output_columns(zone.tile.width, zone.steps);
    const int rows = zone.tile.height - 2 * zone.steps;
    const int slices = zone.tile.depth - 2 * zone.steps;
    x_ = along(grid.width, columns, zone.steps,
               [&](CellSpan span) { return row.of(vectors_of(span)); });
    y_ = grid.dimensions > 1 ? along(grid.height, rows, zone.steps, cells_of) : one;
    z_ = grid.dimensions > 2 ? along(grid.depth, slices, zone.steps, cells_of) : one;
    reading_ = reading_along(grid.width, columns, zone.steps);
    if (grid.dimensions > 1)
        reading_ *= reading_along(grid.height, rows, zone.steps);
    if (grid.dimensions > 2)
        reading_ *= reading_along(grid.depth, slices, zone.steps);
}

double TileVolume::vectors(int tile) const {
    const auto at = static_cast<std::size_t>(tile);
    return product(x_[at % x_.size()], y_[at / x_.size() % y_.size()],
                   z_[at / x_.size() / y_.size()]);
}

double TileVolume::vectors() const {
    return product(sum(x_), sum(y_), sum(z_));
}

double task_vectors(const TileTask& task, int dimensions, const RowCost& row) {
    double vectors = 0;
    for (int step = 1; step <= task.steps; ++step) {
        const int left = task.steps - step;
        double cost = row.of(vectors_of(reached(task.columns, left, task.width)));
        if (dimensions > 1)
            cost *= cells_of(reached(task.rows, left, task.height));
        if (dimensions > 2)
            cost *= cells_of(reached(task.slices, left, task.depth));
        vectors += cost;
    }
    return vectors;
}

}  // namespace heatlab::ghost
