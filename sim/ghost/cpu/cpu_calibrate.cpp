#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "sim/cpu/cache_size.h"
#include "sim/cpu/clock.h"
#include "sim/cpu/launch_loop.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/cpu_model.h"
#include "sim/ghost/cpu/cpu_zone_engine.h"
#include "sim/ghost/cpu/part_timer.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_timer.h"
#include "sim/ghost/cpu/tile_volume.h"
#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

/// Bytes that no cache holds; on unusually large ones as many as can be measured quickly.
double largest_footprint() {
    const std::uint64_t cache = last_cache_bytes("/sys/devices/system/cpu");
    return std::clamp(2.0 * static_cast<double>(cache), 64e6, 256e6);
}

/// Measures an application in a tile; see CpuCalibration.
class Calibrator {
public:
    Calibrator(const Application& application, const TileShape& tile, RunTile advance,
               int most_steps, ThreadTeam& team, ZoneLauncher& launcher)
        : dimensions_(application.dimensions),
          has_rows_(application.source == SourceKind::per_step),
          cell_bytes_(4.0 * kept_arrays_of(application)),
          tile_(tile),
          most_steps_(most_steps),
          team_(team),
          largest_footprint_(largest_footprint()),
          tile_timer_(application, advance, team, launcher),
          part_timer_(application, advance, team, launcher, parts().back(), source_rows()) {}

    /// All of it as often as fits into the time, that of making the timers included: what happens
    /// on a machine for a moment spoils one round.
    CpuCalibration measure() {
        constexpr std::size_t most_rounds = 6;
        constexpr double most_seconds = 0.75;
        const auto stay = team_.keep_caller();
        const auto first_round = Clock::now();
        std::vector<CpuTimes> rounds;
        const auto fits_again = [&] {
            const double round = seconds_since(first_round) / static_cast<double>(rounds.size());
            return rounds.size() < most_rounds && seconds_since(start_) + round < most_seconds;
        };
        while (rounds.empty() || fits_again())
            rounds.push_back(times());
        return derived(undisturbed(rounds));
    }

private:
    CpuTimes times() {
        CpuTimes measured;
        for (const int threads : meeting_threads())
            measured.meetings.push_back(empty_launch(threads, threads));
        measured.many_tiles = empty_launch(team_.size(), many_tiles * team_.size());
        const std::vector<Zone> tiles = lone_tiles();
        for (const int threads : working_threads())
            measured.lone_tiles.push_back(tile_timer_.seconds(tiles, threads, lone_rounds));
        std::vector<std::vector<double>> paces;
        // Part by part, so that a cache has to settle but once for each.
        for (const GridSize part : parts()) {
            std::vector<double>& of_part = measured.parts.emplace_back();
            for (const int steps : measured_steps()) {
                const TileShape tile = tile_of(part);
                const PartTimes times = part_timer_.times(part, enlarged(tile, steps));
                of_part.push_back(times.seconds);
                if (tile == tile_ && !times.paces.empty())
                    paces.push_back(times.paces);
            }
        }
        measured.paces = ranked(paces);
        return measured;
    }

    CpuCalibration derived(const CpuTimes& measured) const {
        CpuCalibration result;
        result.threads = team_.size();
        const std::vector<int> meeting = meeting_threads();
        for (std::size_t i = 0; i < meeting.size(); ++i)
            result.meetings.push_back({meeting[i], measured.meetings[i]});
        result.seconds_per_tile =
            std::max(0.0, measured.many_tiles - measured.meetings.back()) / (many_tiles - 1);
        const std::vector<int> working = working_threads();
        for (std::size_t i = 0; i < working.size(); ++i)
            result.working.push_back({working[i], computing(measured.lone_tiles[i])});
        result.waiting = waiting(measured.parts, result.working);
        result.paces = measured.paces;
        return result;
    }

    /// The median of the quickest threads, of the second ones, and so on. Which of them it was
    /// changes.
    std::vector<double> ranked(std::vector<std::vector<double>> paces) const {
        std::vector<double> ranks(static_cast<std::size_t>(team_.size()), 1.0);
        if (paces.empty())
            return ranks;
        for (std::vector<double>& of_launch : paces)
            std::ranges::sort(of_launch);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            std::vector<double> of_rank;
            for (const std::vector<double>& of_launch : paces)
                of_rank.push_back(of_launch[rank]);
            ranks[rank] = spread_of(std::move(of_rank)).median;
        }
        return ranks;
    }

    std::vector<int> meeting_threads() const {
        std::vector<int> threads;
        for (int some = 1; some < team_.size(); some *= 2)
            threads.push_back(some);
        threads.push_back(team_.size());
        return threads;
    }

    /// One, half of them, all.
    std::vector<int> working_threads() const {
        std::vector<int> threads;
        for (const int some : {1, team_.size() / 2, team_.size()})
            if (threads.empty() || some > threads.back())
                threads.push_back(some);
        return threads;
    }

    std::vector<int> measured_steps() const {
        std::vector<int> steps;
        for (const int candidate : {1, 2, 4, 8, 16, 32})
            if (candidate < most_steps_)
                steps.push_back(candidate);
        steps.push_back(most_steps_);
        return steps;
    }

    /// Of tiles in which there is nothing to do.
    double empty_launch(int threads, int tiles) {
        constexpr std::size_t launches = 200;
        // One by one: where other programs are at work, some of them wait for a thread that waits
        // for a core.
        std::vector<double> taken;
        taken.reserve(launches);
        auto last = Clock::now();
        run_launches(
            team_, threads, 0, tiles, 1, [](int, int, int) {},
            [&] {
                taken.push_back(seconds_since(last));
                last = Clock::now();
                return taken.size() < launches;
            });
        return spread_of(std::move(taken)).lower_quartile;
    }

    /// For each of measured_steps() a tile and, where there are rows to begin, before it two
    /// narrower ones, as on grids that are narrower than the tile.
    std::vector<Zone> lone_tiles() const {
        std::vector<Zone> tiles;
        for (const int steps : measured_steps()) {
            const int least = TileTask::column_group + 2 * steps;
            for (int third = dimensions_ == 1 ? widths : 1; third <= widths; ++third) {
                Zone tile{tile_, steps};
                tile.tile.width = std::max(tile_.width * third / widths, least);
                tiles.push_back(tile);
            }
        }
        return tiles;
    }

    /// `seconds`: of lone_tiles().
    std::vector<CpuCalibration::Computing> computing(std::span<const double> seconds) const {
        const std::vector<Zone> tiles = lone_tiles();
        const std::size_t together = dimensions_ == 1 ? 1 : widths;
        std::vector<CpuCalibration::Computing> measured;
        RowCost row;
        for (std::size_t i = 0; i < tiles.size(); i += together) {
            if (dimensions_ > 1)
                row = row_cost(std::span(tiles).subspan(i, together), seconds.subspan(i, together),
                               row.begin);
            const std::size_t wide = i + together - 1;
            measured.push_back(
                {tiles[wide].steps, seconds[wide] / tile_timer_.vectors(tiles[wide], row), row});
        }
        return measured;
    }

    /// From tiles with as many rows, the last one wide. Where narrow ones take less than their part
    /// of the wide one's vectors, nothing is seen of what rows take to begin, and it is `begin`, as
    /// with fewer steps.
    RowCost row_cost(std::span<const Zone> tiles, std::span<const double> seconds,
                     double begin) const {
        const double rows =
            tile_timer_.vectors(tiles.back(), {.begin = 1}) - tile_timer_.vectors(tiles.back(), {});
        RowCost row;
        for (std::size_t i = 0; i < tiles.size(); ++i)
            row.widths[i].vectors = tile_timer_.vectors(tiles[i], {}) / rows;
        const double wide = row.widths.back().vectors;
        const double narrow = row.widths.front().vectors;
        const double ratio = seconds.front() / seconds.back();
        constexpr double most = 16;  // else something else was at work on this machine
        // ratio (wide + b) = narrow + b, of rows with so many vectors.
        const double seen = ratio < 1 ? (ratio * wide - narrow) / (1 - ratio) : most;
        row.begin = seen > 0 ? std::min(seen, most) : begin;
        constexpr double least = 0.2;
        for (std::size_t i = 0; i + 1 < tiles.size(); ++i) {
            // seconds[i] / seconds[wide] (wide + b) = part * vectors + b.
            const double cost = seconds[i] / seconds.back() * (wide + row.begin);
            row.widths[i].part = std::clamp((cost - row.begin) / row.widths[i].vectors, least, 1.0);
        }
        return row;
    }

    /// A part of the grid on which waiting is measured, of about so many cells. A few tiles side by
    /// side, so that rows are read as on a large grid; where it is `narrow` one, as a thread would
    /// have next to no rows or slices of a small part. In one dimension one for each thread.
    GridSize part_of(double cells, bool narrow) const {
        const int threads = team_.size();
        const int inner = output_columns(tile_.width, 1);
        const int inner_rows = tile_.height - 2;
        const auto count = [&](GridSize one) {
            return std::max(1, static_cast<int>(cells / static_cast<double>(one.cells())));
        };
        if (dimensions_ == 1) {
            const GridSize one = GridSize::line(std::max(4, threads) * inner);
            return GridSize::line(one.width * count(one));
        }
        if (dimensions_ == 2) {
            const GridSize one{narrow ? inner : 4 * inner, 1};
            return {one.width, count(one)};
        }
        const GridSize one =
            narrow ? GridSize::box(inner, inner_rows, 1)
                   : GridSize::box(2 * inner, std::max(2, threads / 2) * inner_rows, 1);
        return GridSize::box(one.width, one.height, count(one));
    }

    /// Tiles are flatter on small parts: a thread has whole rows or slices of tiles, as on most
    /// grids. Processors look ahead along rows, and would take cells from each other.
    TileShape tile_of(GridSize part) const {
        const auto with_ghosts = [&](int cells) { return (cells - 1) / team_.size() + 1 + 2; };
        TileShape tile = tile_;
        if (dimensions_ == 2)
            tile.height = std::min(tile.height, with_ghosts(part.height));
        if (dimensions_ == 3)
            tile.depth = std::min(tile.depth, with_ghosts(part.depth));
        return tile;
    }

    /// Of all arrays that caches may keep; beside them a source that goes by leaves little room.
    double most_kept_bytes() const {
        constexpr double most_with_rows = 16e6;
        return has_rows_ ? std::min(largest_footprint_ / 8, most_with_rows) : largest_footprint_;
    }

    /// Parts from a 200th of the most bytes, which a thread's own caches hold, to all of them.
    std::vector<GridSize> parts() const {
        constexpr double most_narrow = 3;  // per cent, far less than the largest has rows
        std::vector<GridSize> parts;
        for (const double percent : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 55.0, 100.0}) {
            const GridSize part =
                part_of(most_kept_bytes() / cell_bytes_ * percent / 100, percent <= most_narrow);
            if (parts.empty() || part.cells() > parts.back().cells())
                parts.push_back(part);
        }
        return parts;
    }

    /// Of the largest part's width: as many as a grid of it has, and one, as part_timer_ lays them
    /// out with a little more between them.
    int source_rows() const { return has_rows_ ? rows_of_source(parts().back().width) + 1 : 0; }

    /// What launches on parts took beyond the computing of as many threads. Where they took less
    /// anywhere, computing is so much quicker than lone tiles showed: these are launches, as will
    /// follow.
    std::vector<CpuCalibration::Waiting> waiting(
        const std::vector<std::vector<double>>& of_parts,
        std::vector<CpuCalibration::Working>& working) const {
        const std::vector<GridSize> all_parts = parts();
        const std::vector<CpuCalibration::Computing> lone = working.back().computing;
        std::vector<CpuCalibration::Waiting> curves;
        for (std::size_t i = 0; i < lone.size(); ++i) {
            std::vector<TileVolume> volumes;
            std::vector<double> vector_seconds;
            for (std::size_t p = 0; p < all_parts.size(); ++p) {
                volumes.emplace_back(all_parts[p], enlarged(tile_of(all_parts[p]), lone[i].steps),
                                     lone[i].row);
                vector_seconds.push_back(of_parts[p][i] / volumes[p].vectors());
            }
            const double least =
                std::min(lone[i].seconds_per_vector, std::ranges::min(vector_seconds));
            for (CpuCalibration::Working& some : working)
                some.computing[i].seconds_per_vector *= least / lone[i].seconds_per_vector;
            CpuCalibration::Waiting& curve = curves.emplace_back();
            curve.steps = lone[i].steps;
            for (std::size_t p = 0; p < all_parts.size(); ++p) {
                const auto cells = static_cast<double>(all_parts[p].cells());
                curve.points.push_back(
                    {cell_bytes_ * cells, (vector_seconds[p] - least) * volumes[p].vectors() /
                                              (cells * volumes[p].reading())});
            }
        }
        return curves;
    }

    static constexpr int many_tiles = 64;  ///< for each thread
    static constexpr int lone_rounds = 4;
    static constexpr int widths = 3;  ///< in which tiles are timed alone

    Clock::time_point start_ = Clock::now();
    int dimensions_;
    bool has_rows_;      ///< a source that has a row for each step
    double cell_bytes_;  ///< of kept arrays together, for each cell
    TileShape tile_;
    int most_steps_;
    ThreadTeam& team_;
    double largest_footprint_;
    TileTimer tile_timer_;
    PartTimer part_timer_;
};

}  // namespace

Calibrated CpuZoneEngine::calibrate(const Application& application, const TileShape& tile) {
    loaded_.reset();
    step_ = 0;
    const auto start = Clock::now();
    const int most = most_steps(application, tile);
    Calibrator calibrator(application, tile, advance_of(application), most, team_, launcher_);
    CpuCalibration measured = calibrator.measure();
    const double seconds = seconds_since(start);
    return {
        std::make_unique<CpuModel>(kept_arrays_of(application), tile, std::move(measured), most),
        seconds};
}

std::unique_ptr<ZoneEngine> make_cpu_zone_engine(int threads) {
    return std::make_unique<CpuZoneEngine>(threads, best_instruction_set());
}

}  // namespace heatlab::ghost
