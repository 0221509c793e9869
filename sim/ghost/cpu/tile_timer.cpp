#include "sim/ghost/cpu/tile_timer.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "sim/cpu/clock.h"
#include "sim/cpu/denormals.h"
#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

/// With what a tile asks for ahead, for the next one: an address that does not exist takes longer.
GridSize with_next(GridSize cells) {
    if (cells.dimensions == 1)
        return GridSize::line(2 * cells.width);
    if (cells.dimensions == 2)
        return {cells.width, cells.height + 1};
    return GridSize::box(cells.width, cells.height, cells.depth + 1);
}

/// A grid that holds both.
GridSize larger(GridSize a, GridSize b) {
    return {std::max(a.width, b.width), std::max(a.height, b.height), std::max(a.depth, b.depth),
            a.dimensions};
}

}  // namespace

GridSize TileTimer::cells_of(const Zone& tile) const {
    constexpr int rows = 32;
    constexpr int slices = 4;
    const TileShape& shape = tile.tile;
    if (application_.dimensions == 1)
        return GridSize::line(shape.width);
    if (application_.dimensions == 2)
        return {shape.width, std::min(shape.height, 2 * tile.steps + rows)};
    return GridSize::box(shape.width, shape.height, std::min(shape.depth, 2 * tile.steps + slices));
}

TileTask TileTimer::placed(TileTask task, const Zone& tile) const {
    const GridSize cells = cells_of(tile);
    const int steps = tile.steps;
    task.steps = steps;
    task.width = cells.width;
    task.height = cells.height;
    task.depth = cells.depth;
    task.columns = {steps, cells.width - steps};
    task.rows = cells.dimensions > 1 ? CellSpan{steps, cells.height - steps} : CellSpan{0, 1};
    task.slices = cells.dimensions > 2 ? CellSpan{steps, cells.depth - steps} : CellSpan{0, 1};
    return task;
}

double TileTimer::vectors(const Zone& tile, const RowCost& row) const {
    return task_vectors(placed({}, tile), application_.dimensions, row);
}

std::vector<std::unique_ptr<TiledCells>> TileTimer::cells_for(std::span<const Zone> tiles,
                                                              int members) {
    GridSize cells = cells_of(tiles.front());
    int source_rows = 0;
    for (const Zone& tile : tiles) {
        cells = larger(cells, cells_of(tile));
        if (application_.source == SourceKind::per_step)
            source_rows = std::max(source_rows, tile.steps);
    }
    std::vector<std::unique_ptr<TiledCells>> all;
    for (int member = 0; member < members; ++member)
        all.push_back(
            std::make_unique<TiledCells>(application_, with_next(cells), source_rows, team_));
    return all;
}

double TileTimer::timed(const Zone& tile, std::span<const std::unique_ptr<TiledCells>> cells) {
    constexpr double run_seconds = 0.0002;
    constexpr double most_times = 1000;
    std::vector<double> of_members(cells.size());
    const KeptLevels levels = launcher_.provide(tile, application_.dimensions);
    std::atomic<int> begun = 0;
    std::atomic<int> done = 0;
    const int members = static_cast<int>(cells.size());
    team_.run(members, [&](int member) {
        const FlushDenormals flush;
        const auto own = static_cast<std::size_t>(member);
        TileTask task = placed(cells[own]->task(0), tile);
        task.workspace = launcher_.workspace(member);
        task.kept = levels;
        const auto seconds_of = [&](int times) {
            const auto start = Clock::now();
            for (int i = 0; i < times; ++i)
                advance_(task);
            return seconds_since(start) / times;
        };
        seconds_of(1);
        // Nobody measures while others have not begun, or have nothing to do any more: threads
        // share a core's parts, and its clock.
        ++begun;
        while (begun < members)
            seconds_of(1);
        const int times =
            static_cast<int>(std::clamp(run_seconds / seconds_of(1), 1.0, most_times));
        of_members[own] = seconds_of(times);
        ++done;
        while (done < members)
            seconds_of(1);
    });
    return spread_of(std::move(of_members)).median;
}

std::vector<double> TileTimer::seconds(std::span<const Zone> tiles, int members, int rounds) {
    std::vector<std::vector<double>> runs(tiles.size());
    for (int round = 0; round < rounds; ++round) {
        const std::vector<std::unique_ptr<TiledCells>> cells = cells_for(tiles, members);
        for (std::size_t i = 0; i < tiles.size(); ++i)
            runs[i].push_back(timed(tiles[i], cells));
    }
    std::vector<double> seconds;
    seconds.reserve(tiles.size());
    for (std::vector<double>& of_tile : runs)
        seconds.push_back(spread_of(std::move(of_tile)).lower_quartile);
    return seconds;
}

}  // namespace heatlab::ghost
