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

const void* PartTimer::source_of_launch(const TileTask& task, std::int64_t cells) {
    if (source_read_ + cells > source_rows_ * task.extra_step)
        source_read_ = 0;
    const float* const from = static_cast<const float*>(task.extra) + source_read_;
    source_read_ += cells;
    return from;
}

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

PartTimes PartTimer::times(GridSize part, const Zone& zone) {
    const GridSize grid = cells_.grid();
    if (part.width > grid.width || part.rows() > grid.rows())
        throw std::logic_error("a part of " + grid_text(part) + " cells of " + grid_text(grid));
    const double clock_seconds = seconds_of_clock();
    const TileGrid tiles(part, zone);
    // Rows of the part's width lie one after another, as on a grid that is as wide.
    constexpr std::int64_t group = TileTask::column_group;
    const std::int64_t row = (part.width / group + 2) * group;
    const auto task = [&] {
        TileTask next = cells_.task(0);
        next.steps = zone.steps;
        if (source_rows_ > 0) {
            next.extra = source_of_launch(next, zone.steps * row);
            next.extra_step = row;
            next.extra_rows = zone.steps;
            next.extra_row = 0;
        }
        next.width = part.width;
        next.height = part.height;
        next.depth = part.depth;
        return next;
    };
    const int least_tiles = std::max(64, 8 * team_.size());
    const int launches = 1 + (least_tiles - 1) / tiles.tiles();
    struct alignas(64) Sum {
        double seconds = 0;
        double vectors = 0;
    };
    std::vector<Sum> taken(static_cast<std::size_t>(team_.size()));
    const auto timed = [&](int member, const TileTask& tile) {
        const auto start = Clock::now();
        advance_(tile);
        Sum& own = taken[static_cast<std::size_t>(member)];
        own.seconds += std::max(0.0, seconds_since(start) - clock_seconds);
        own.vectors += task_vectors(tile, application_.dimensions, {});
    };
    settle(tiles, zone, task);
    int left = launches;
    std::vector<double> of_launches;
    std::vector<std::vector<double>> paces(taken.size());
    launcher_.run(tiles, zone, application_.dimensions, timed, task(), [&](TileTask& next) {
        Sum all;
        for (const Sum& own : taken) {
            all.seconds += own.seconds;
            all.vectors += own.vectors;
        }
        of_launches.push_back(all.seconds);
        for (std::size_t member = 0; member < taken.size(); ++member) {
            Sum& own = taken[member];
            if (own.vectors > 0)
                paces[member].push_back(own.seconds / own.vectors / (all.seconds / all.vectors));
            own = {};
        }
        next = task();
        return --left > 0;
    });
    PartTimes times{spread_of(std::move(of_launches)).lower_quartile, {}};
    if (std::ranges::none_of(paces, &std::vector<double>::empty))
        for (std::vector<double>& of_member : paces)
            times.paces.push_back(spread_of(std::move(of_member)).median);
    return times;
}

Zone enlarged(const TileShape& tile, int steps) {
    const int more = 2 * (steps - 1);
    return {{tile.width + more, tile.height + more, tile.depth + more}, steps};
}

}  // namespace heatlab::ghost
