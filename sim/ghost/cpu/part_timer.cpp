#include "sim/ghost/cpu/part_timer.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/cpu/clock.h"
#include "sim/ghost/cpu/tile_volume.h"
#include "sim/spread.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

/// Where launches find the rows of a source: always others, so that they come from memory. Row
/// after row; launches on a narrow part of the grid go along a row as well.
struct SourceWalk {
    int width;
    int rows;
    int part_width;
    std::int64_t row = 0;
    std::int64_t column = 0;

    const void* next(const TileTask& task, int steps) {
        const float* const at = static_cast<const float*>(task.extra) + row * task.extra_step;
        const float* const here = at + column;
        constexpr std::int64_t group = TileTask::column_group;
        column += (part_width + group - 1) / group * group;
        if (column + part_width > width) {
            column = 0;
            row = row + 2 * steps > rows ? 0 : row + steps;
        }
        return here;
    }
};

/// What it takes to read the clock twice, which counts where tiles are small.
double seconds_of_clock() {
    constexpr int times = 100;
    std::vector<double> seconds;
    for (int i = 0; i < times; ++i) {
        const auto start = Clock::now();
        seconds.push_back(seconds_since(start));
    }
    return spread_of(std::move(seconds)).median;
}

}  // namespace

PartTimer::PartTimer(const Application& application, RunTile advance, ThreadTeam& team,
                     ZoneLauncher& launcher, GridSize largest, int source_rows)
    : application_(application),
      advance_(advance),
      team_(team),
      launcher_(launcher),
      cells_(application, largest, source_rows, team),
      source_rows_(source_rows) {}

void PartTimer::settle(const TileGrid& tiles, const Zone& zone,
                       const std::function<TileTask()>& task) {
    constexpr double faster = 0.97;
    constexpr int most_not_faster = 2;
    constexpr double most_seconds = 0.004;
    double quickest = std::numeric_limits<double>::infinity();
    double total = 0;
    int not_faster = 0;
    auto last = Clock::now();
    launcher_.run(
        tiles, zone, application_.dimensions, [this](int, const TileTask& tile) { advance_(tile); },
        task(),
        [&](TileTask& next) {
            const double seconds = seconds_since(last);
            last = Clock::now();
            not_faster = seconds < faster * quickest ? 0 : not_faster + 1;
            quickest = std::min(quickest, seconds);
            total += seconds;
            next = task();
            return not_faster < most_not_faster && total < most_seconds;
        });
}

double PartTimer::vector_seconds(GridSize part, const Zone& zone, double row_vectors) {
    const GridSize grid = cells_.grid();
    if (part.width > grid.width || part.rows() > grid.rows())
        throw std::logic_error("a part of " + grid_text(part) + " cells of " + grid_text(grid));
    const double clock_seconds = seconds_of_clock();
    const bool has_rows = source_rows_ > 0;
    const int least_tiles = std::max(64, 8 * team_.size());
    const TileGrid tiles(part, zone);
    SourceWalk walk{grid.width, source_rows_, part.width};
    const auto task = [&] {
        TileTask next = cells_.task(0);
        next.steps = zone.steps;
        if (has_rows)
            next.extra = walk.next(next, zone.steps);
        next.width = part.width;
        next.height = part.height;
        next.depth = part.depth;
        return next;
    };
    // And a few launches, which read other rows of a source.
    const int launches = std::max(has_rows ? 4 : 1, 1 + (least_tiles - 1) / tiles.tiles());
    struct alignas(64) Sum {
        double seconds = 0;
        double vectors = 0;
    };
    std::vector<Sum> taken(static_cast<std::size_t>(team_.size()));
    const auto timed = [&](int member, const TileTask& tile) {
        Sum& own = taken[static_cast<std::size_t>(member)];
        const auto start = Clock::now();
        advance_(tile);
        own.seconds += std::max(0.0, seconds_since(start) - clock_seconds);
        own.vectors += task_vectors(tile, application_.dimensions, row_vectors);
    };
    settle(tiles, zone, task);
    int left = launches;
    std::vector<double> of_launches;
    of_launches.reserve(static_cast<std::size_t>(launches));
    launcher_.run(tiles, zone, application_.dimensions, timed, task(), [&](TileTask& next) {
        Sum all;
        for (Sum& own : taken) {
            all.seconds += own.seconds;
            all.vectors += own.vectors;
            own = {};
        }
        of_launches.push_back(all.seconds / all.vectors);
        next = task();
        return --left > 0;
    });
    return spread_of(std::move(of_launches)).lower_quartile;
}

Zone enlarged(const TileShape& tile, int steps) {
    const int more = 2 * (steps - 1);
    return {{tile.width + more, tile.height + more, tile.depth + more}, steps};
}

}  // namespace heatlab::ghost
