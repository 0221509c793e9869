#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
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
        : application_(application),
          dimensions_(application.dimensions),
          has_rows_(application.source == SourceKind::per_step),
          tile_(tile),
          most_steps_(most_steps),
          team_(team),
          largest_footprint_(largest_footprint()),
          tile_timer_(application, advance, team, launcher) {
        // For rows from memory there must be more than caches hold of them; beside parts of a grid
        // those of two launches do.
        constexpr int launch_rows = 4;
        parts_timer_.emplace(application, advance, team, launcher, parts().back(),
                             has_rows_ ? launch_rows : 0);
        if (has_rows_)
            rows_timer_.emplace(application, advance, team, launcher, wide_line(), streamed_rows());
    }

    /// All of it as often as fits into the time: what happens on a machine for a moment spoils one
    /// round.
    CpuCalibration measure() {
        constexpr std::size_t most_rounds = 6;
        constexpr double most_seconds = 0.6;
        const auto stay = team_.keep_caller();
        const auto start = Clock::now();
        const std::vector<Zone> tiles = lone_tiles();
        std::vector<CpuCalibration> measured;
        std::vector<std::vector<double>> seconds(tiles.size());
        const auto fits_again = [&] {
            const auto rounds = static_cast<double>(measured.size());
            return measured.size() < most_rounds &&
                   seconds_since(start) * (rounds + 1) / rounds < most_seconds;
        };
        while (measured.empty() || fits_again()) {
            const std::vector<double> now = tile_timer_.seconds(tiles, lone_rounds);
            for (std::size_t i = 0; i < tiles.size(); ++i)
                seconds[i].push_back(now[i]);
            measured.push_back(measure_once(tiles, now));
        }
        CpuCalibration result = combined(measured);
        std::vector<double> quick;
        for (std::vector<double>& of_tile : seconds)
            quick.push_back(spread_of(std::move(of_tile)).lower_quartile);
        set_computing(result, tiles, quick);
        return result;
    }

private:
    static constexpr int lone_rounds = 4;

    /// Of a round in which the lone tiles took these seconds.
    CpuCalibration measure_once(std::span<const Zone> tiles, std::span<const double> seconds) {
        CpuCalibration measured;
        measured.threads = team_.size();
        measured.meetings = meetings();
        set_computing(measured, tiles, seconds);
        if (has_rows_)
            measured.streaming = streaming();
        measured.waiting = waiting(measured);
        return measured;
    }

    std::vector<int> measured_steps() const {
        std::vector<int> steps;
        for (const int candidate : {1, 2, 4, 8, 16, 32})
            if (candidate < most_steps_)
                steps.push_back(candidate);
        steps.push_back(most_steps_);
        return steps;
    }

    std::vector<CpuCalibration::Meeting> meetings() {
        std::vector<CpuCalibration::Meeting> measured;
        for (int threads = 1; threads < team_.size(); threads *= 2)
            measured.push_back({threads, empty_launch(threads)});
        measured.push_back({team_.size(), empty_launch(team_.size())});
        return measured;
    }

    double empty_launch(int threads) {
        constexpr std::size_t launches = 200;
        // One by one: where other programs are at work, some of them wait for a thread that waits
        // for a core.
        std::vector<double> taken;
        taken.reserve(launches);
        auto last = Clock::now();
        run_launches(
            team_, threads, 0, threads, 1, [](int, int, int) {},
            [&] {
                taken.push_back(seconds_since(last));
                last = Clock::now();
                return taken.size() < launches;
            });
        return spread_of(std::move(taken)).lower_quartile;
    }

    /// For each of measured_steps() a tile and, where there are rows to begin, a narrow one. A
    /// third as wide: a much narrower one would have all its levels in the innermost cache, where
    /// rows begin faster.
    std::vector<Zone> lone_tiles() const {
        std::vector<Zone> tiles;
        for (const int steps : measured_steps()) {
            tiles.push_back({tile_, steps});
            if (dimensions_ == 1)
                continue;
            Zone narrow{tile_, steps};
            narrow.tile.width = std::max(tile_.width / 3, TileTask::column_group + 2 * steps);
            tiles.push_back(narrow);
        }
        return tiles;
    }

    /// `seconds`: of lone_tiles().
    void set_computing(CpuCalibration& measured, std::span<const Zone> tiles,
                       std::span<const double> seconds) const {
        const std::size_t step = dimensions_ == 1 ? 1 : 2;
        measured.computing.clear();
        for (std::size_t i = 0; i < tiles.size(); i += step) {
            const double row =
                dimensions_ == 1 ? 0
                                 : row_vectors(tiles[i], tiles[i + 1], seconds[i + 1] / seconds[i]);
            measured.computing.push_back(
                {tiles[i].steps, seconds[i] / tile_timer_.vectors(tiles[i], row), row});
        }
    }

    /// From two tiles, one of them narrower, with as many rows: what their times do not owe to
    /// their vectors. `ratio`: of the narrow one's time to the other's.
    double row_vectors(const Zone& wide, const Zone& narrow, double ratio) const {
        // ratio (W + r R) = w + r R, for as many rows R in both.
        const double wide_vectors = tile_timer_.vectors(wide, 0);
        const double narrow_vectors = tile_timer_.vectors(narrow, 0);
        const double rows = tile_timer_.vectors(wide, 1) - wide_vectors;
        constexpr double most = 16;  // else something else was at work on this machine
        if (narrow_vectors >= wide_vectors)
            return 0;
        if (ratio >= 1)
            return most;
        return std::clamp((ratio * wide_vectors - narrow_vectors) / ((1 - ratio) * rows), 0.0,
                          most);
    }

    /// With a few tiles for each thread, and so wide that rows are not in a cache when they are
    /// read again.
    GridSize wide_line() const {
        constexpr int rows = 64;
        const int inner = tile_.width - 2;
        const int width = static_cast<int>(largest_footprint_ / (4.0 * rows));
        return GridSize::line(std::max(width / inner + 1, 2 * team_.size()) * inner);
    }

    /// So many of them, but as many as a launch reads.
    int streamed_rows() const {
        const double row_bytes = 4.0 * wide_line().width;
        return std::max(most_steps_, static_cast<int>(largest_footprint_ / row_bytes) + 1);
    }

    std::vector<CpuCalibration::Computing> streaming() {
        std::vector<CpuCalibration::Computing> measured;
        for (const int steps : measured_steps())
            measured.push_back(
                {steps, rows_timer_->vector_seconds(wide_line(), enlarged(tile_, steps), 0), 0});
        return measured;
    }

    /// A part of the grid on which waiting is measured, of about so many cells. A few tiles side by
    /// side, so that rows are read as on a large grid; where it is `narrow` one, as a thread would
    /// have next to no rows or slices of a small part. In one dimension one for each thread.
    GridSize part_of(double cells, bool narrow) const {
        const int threads = team_.size();
        const int inner = tile_.width - 2;
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

    /// Of a grid's arrays together, for each cell. A source that has a row for each step goes by
    /// without staying anywhere.
    double cell_bytes() const { return 4.0 * (has_rows_ ? 2 : application_.arrays_read() + 1); }

    /// Parts from a 200th of the largest footprint, which a thread's own caches hold, to all of it;
    /// closer to each other from a quarter on, where they begin to leave the last cache.
    std::vector<GridSize> parts() const {
        constexpr double most_narrow = 3;  // per cent, far less than the largest has rows
        std::vector<GridSize> parts;
        for (const double percent :
             {0.5, 1.0, 2.0, 3.0, 6.0, 12.0, 25.0, 35.0, 50.0, 70.0, 100.0}) {
            const GridSize part =
                part_of(largest_footprint_ / cell_bytes() * percent / 100, percent <= most_narrow);
            if (parts.empty() || part.cells() > parts.back().cells())
                parts.push_back(part);
        }
        return parts;
    }

    /// Of launches on ever larger parts of a grid. Of one step, where processors see by themselves
    /// what comes next, and of two, as which all others are taken.
    std::vector<CpuCalibration::Waiting> waiting(const CpuCalibration& measured) {
        std::vector<CpuCalibration::Waiting> curves;
        std::vector<CpuCalibration::Computing> expected;
        for (int steps = 1; steps <= std::min(2, most_steps_); ++steps) {
            curves.push_back({steps, {}});
            expected.push_back(computing_now(measured, steps));
        }
        // Part by part, so that a cache has to settle but once for each.
        for (const GridSize part : parts()) {
            for (std::size_t i = 0; i < curves.size(); ++i) {
                const Zone zone = enlarged(tile_of(part), curves[i].steps);
                const double row = expected[i].row_vectors;
                const double seconds =
                    parts_timer_->vector_seconds(part, zone, row) - expected[i].seconds_per_vector;
                const TileVolume volume(part, zone, row);
                const double cells = static_cast<double>(part.cells());
                curves[i].points.push_back(
                    {cell_bytes() * cells,
                     std::max(0.0, seconds) * volume.vectors() / (cells * volume.reading())});
            }
        }
        return curves;
    }

    /// What a vector takes at present, where no cells are waited for.
    CpuCalibration::Computing computing_now(const CpuCalibration& measured, int steps) {
        constexpr int rounds = 3;
        const auto of_steps = [&](const std::vector<CpuCalibration::Computing>& points) {
            return *std::ranges::find(points, steps, &CpuCalibration::Computing::steps);
        };
        if (has_rows_)
            return of_steps(measured.streaming);
        const Zone tile{tile_, steps};
        CpuCalibration::Computing computing = of_steps(measured.computing);
        computing.seconds_per_vector = tile_timer_.seconds(std::span(&tile, 1), rounds).front() /
                                       tile_timer_.vectors(tile, computing.row_vectors);
        return computing;
    }

    const Application& application_;
    int dimensions_;
    bool has_rows_;  ///< a source that has a row for each step
    TileShape tile_;
    int most_steps_;
    ThreadTeam& team_;
    double largest_footprint_;
    TileTimer tile_timer_;
    std::optional<PartTimer> parts_timer_;
    std::optional<PartTimer> rows_timer_;  ///< of a source that has a row for each step
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
    return {std::make_unique<CpuModel>(application.arrays_read(), tile, std::move(measured), most),
            seconds};
}

std::unique_ptr<ZoneEngine> make_cpu_zone_engine(int threads) {
    return std::make_unique<CpuZoneEngine>(threads, best_instruction_set());
}

}  // namespace heatlab::ghost
