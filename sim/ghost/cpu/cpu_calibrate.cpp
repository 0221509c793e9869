#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "sim/cpu/cache_size.h"
#include "sim/cpu/clock.h"
#include "sim/cpu/denormals.h"
#include "sim/cpu/launch_loop.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/cpu_model.h"
#include "sim/ghost/cpu/cpu_zone_engine.h"
#include "sim/ghost/cpu/tile_volume.h"
#include "sim/spread.h"

namespace heatlab::ghost {
namespace {

double median(std::vector<double> values) {
    return spread_of(std::move(values)).median;
}
/// Of what other programs can only add to, but other threads of this one always do.
double lower_quartile(std::vector<double> values) {
    return spread_of(std::move(values)).lower_quartile;
}

/// Measures an application in a tile; see CpuCalibration.
class Calibrator {
public:
    Calibrator(const Application& application, const TileShape& tile, RunTile advance,
               int most_steps, ThreadTeam& team)
        : application_(application),
          dimensions_(application.dimensions),
          has_rows_(application.source == SourceKind::per_step),
          tile_(tile),
          advance_(advance),
          most_steps_(most_steps),
          team_(team),
          launcher_(team) {}

    CpuCalibration measure() {
        CpuCalibration measured;
        measured.threads = team_.size();
        measured.meetings = meetings();
        measured.row_vectors = row_vectors();
        for (const int steps : measured_steps())
            measured.computing.push_back(
                {steps,
                 tile_seconds(tile_, steps) / tile_vectors(tile_, steps, measured.row_vectors)});
        if (has_rows_)
            measured.streaming = streaming(measured.row_vectors);
        measured.waiting = waiting(measured);
        return measured;
    }

private:
    std::vector<int> measured_steps() const {
        std::vector<int> steps;
        for (const int candidate : {1, 2, 4, 8, 16, 32, 64})
            if (candidate < most_steps_)
                steps.push_back(candidate);
        steps.push_back(most_steps_);
        return steps;
    }

    GridSize grid(int width, int height, int depth) const {
        if (dimensions_ == 1)
            return GridSize::line(width);
        return dimensions_ == 2 ? GridSize{width, height} : GridSize::box(width, height, depth);
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
        return lower_quartile(taken);
    }

    /// A tile that has all its ghost cells, and few outputs in the direction in which levels follow
    /// each other: there its time is proportional, and its cells stay in a cache.
    GridSize tile_alone(const TileShape& tile, int steps) const {
        constexpr int rows = 16;
        constexpr int slices = 2;
        return grid(tile.width,
                    dimensions_ == 2 ? std::min(tile.height, 2 * steps + rows) : tile.height,
                    std::min(tile.depth, 2 * steps + slices));
    }

    /// With all cells of `all` in its ghost zone, or behind it.
    void place_inside(TileTask& task, GridSize all, int steps) const {
        task.steps = steps;
        task.width = all.width;
        task.height = all.height;
        task.depth = all.depth;
        task.columns = {steps, all.width - steps};
        task.rows = dimensions_ > 1 ? CellSpan{steps, all.height - steps} : CellSpan{0, 1};
        task.slices = dimensions_ > 2 ? CellSpan{steps, all.depth - steps} : CellSpan{0, 1};
    }

    /// Of tile_alone().
    double tile_vectors(const TileShape& tile, int steps, double row_vectors) const {
        TileTask task;
        place_inside(task, tile_alone(tile, steps), steps);
        return task_vectors(task, dimensions_, row_vectors);
    }

    /// Of a tile on one thread, while all others have one as well.
    double tile_seconds(const TileShape& tile, int steps) {
        constexpr int runs = 7;
        constexpr double run_seconds = 0.0002;
        struct Own {
            std::unique_ptr<TiledCells> cells;
            AlignedArray<std::byte> workspace;
            std::vector<double> seconds;
        };
        std::vector<Own> all(static_cast<std::size_t>(team_.size()));
        const GridSize alone = tile_alone(tile, steps);
        const int source_rows = has_rows_ ? steps : 0;
        for (Own& own : all) {
            own.cells = std::make_unique<TiledCells>(application_, alone, source_rows, team_);
            own.workspace = aligned_array<std::byte>(workspace_cells({tile, steps}, dimensions_) *
                                                     sizeof(float));
            own.seconds.reserve(runs);
        }
        std::atomic<int> begun = 0;
        std::atomic<int> done = 0;
        team_.run(team_.size(), [&](int member) {
            const FlushDenormals flush;
            Own& own = all[static_cast<std::size_t>(member)];
            TileTask task = own.cells->task(0);
            place_inside(task, alone, steps);
            task.workspace = own.workspace.get();
            const auto timed = [&](int times) {
                const auto start = Clock::now();
                for (int i = 0; i < times; ++i)
                    advance_(task);
                return seconds_since(start) / times;
            };
            timed(1);
            // Nobody measures while others have not begun, or have nothing to do any more: threads
            // share a core's parts, and its clock.
            ++begun;
            while (begun < team_.size())
                timed(1);
            const int times = std::clamp(static_cast<int>(run_seconds / timed(1)), 1, 1000);
            for (int run = 0; run < runs; ++run)
                own.seconds.push_back(timed(times));
            ++done;
            while (done < team_.size())
                timed(1);
        });
        std::vector<double> of_threads;
        for (const Own& own : all)
            of_threads.push_back(lower_quartile(own.seconds));
        return median(of_threads);
    }

    /// From two tiles, one of them half as wide: what their times do not owe to their vectors.
    double row_vectors() {
        const int steps = std::min(2, most_steps_);
        if (dimensions_ == 1)
            return 0;
        TileShape half = tile_;
        half.width = std::max(tile_.width / 2, 2 * steps + 1);
        const double ratio = tile_seconds(half, steps) / tile_seconds(tile_, steps);
        // ratio (W + r R) = w + r R, for as many rows R in both.
        const double wide = tile_vectors(tile_, steps, 0);
        const double narrow = tile_vectors(half, steps, 0);
        const double rows = tile_vectors(tile_, steps, 1) - wide;
        constexpr double most = 16;  // else something else was at work on this machine
        if (ratio >= 1)
            return most;
        return std::clamp((ratio * wide - narrow) / ((1 - ratio) * rows), 0.0, most);
    }

    /// Where launches find the rows of a source: always others, so that they come from memory. Row
    /// after row; launches of one step on a part of the grid go along a row as well.
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

    /// What a vector of a tile took in launches of `steps` steps whose outputs are those of tiles
    /// of one step, all threads being at work: the median of tiles, which other programs disturb
    /// least.
    double median_vector_seconds(TiledCells& cells, GridSize part, int steps, int source_rows,
                                 double row_vectors) {
        const int least_tiles = std::max(64, 8 * team_.size());
        const TileGrid tiles(part, {tile_, 1});
        // Rows of a tile are longer by what is left of its steps.
        Zone workspace{tile_, steps};
        workspace.tile.width += 2 * steps;
        workspace.tile.height += 2 * steps;
        SourceWalk walk{cells.grid().width, source_rows, part.width};
        const auto task = [&] {
            TileTask next = cells.task(0);
            next.steps = steps;
            if (has_rows_)
                next.extra = walk.next(next, steps);
            next.width = part.width;
            next.height = part.height;
            next.depth = part.depth;
            return next;
        };
        // And a few launches, which read other rows of a source.
        const int launches = std::max(has_rows_ ? 4 : 1, 1 + (least_tiles - 1) / tiles.tiles());
        std::vector<std::vector<double>> taken(static_cast<std::size_t>(team_.size()));
        for (auto& seconds : taken)
            seconds.reserve(static_cast<std::size_t>(launches) *
                            static_cast<std::size_t>(tiles.tiles()));
        const auto timed = [&](int member, const TileTask& tile) {
            const auto start = Clock::now();
            advance_(tile);
            taken[static_cast<std::size_t>(member)].push_back(
                seconds_since(start) / task_vectors(tile, dimensions_, row_vectors));
        };
        const auto launch = [&](int count) {
            launcher_.run(tiles, workspace, dimensions_, timed, task(), [&](TileTask& next) {
                next = task();
                return --count > 0;
            });
        };
        launch(1);  // what the caches can keep is in them after it
        for (auto& seconds : taken)
            seconds.clear();
        launch(launches);
        std::vector<double> all;
        for (const auto& seconds : taken)
            all.insert(all.end(), seconds.begin(), seconds.end());
        return median(all);
    }

    /// Bytes that no cache holds; on unusually large ones as many as can be measured quickly.
    static double largest_footprint() {
        const std::uint64_t cache = last_cache_bytes("/sys/devices/system/cpu");
        return std::clamp(2.0 * static_cast<double>(cache), 64e6, 256e6);
    }

    /// Vectors of all tiles of such a launch.
    double all_vectors(TiledCells& cells, GridSize part, int steps, double row_vectors) const {
        const TileGrid tiles(part, {tile_, 1});
        TileTask task = cells.task(0);
        task.steps = steps;
        task.width = part.width;
        task.height = part.height;
        task.depth = part.depth;
        double vectors = 0;
        for (int tile = 0; tile < tiles.tiles(); ++tile) {
            tiles.place(tile, task);
            vectors += task_vectors(task, dimensions_, row_vectors);
        }
        return vectors;
    }

    std::vector<CpuCalibration::Computing> streaming(double row_vectors) {
        // So wide that its rows are not in a cache when they are read again, with a few tiles for
        // each thread.
        constexpr int rows = 64;
        const int inner = tile_.width - 2;
        const int width = static_cast<int>(largest_footprint() / (4.0 * rows));
        const GridSize all = GridSize::line(std::max(width / inner + 1, 2 * team_.size()) * inner);
        TiledCells cells(application_, all, rows, team_);
        std::vector<CpuCalibration::Computing> measured;
        for (const int steps : measured_steps())
            measured.push_back(
                {steps, median_vector_seconds(cells, all, steps, rows, row_vectors)});
        return measured;
    }

    /// Of launches of two steps, on ever more rows or slices (or cells, in one dimension) of a
    /// grid.
    std::vector<CpuCalibration::Waiting> waiting(const CpuCalibration& measured) {
        const double cell_bytes = 4.0 * (has_rows_ ? 2 : application_.arrays_read() + 1);
        // A few tiles side by side, so that rows are read as on a large grid, and at least one for
        // each thread.
        const int threads = team_.size();
        const int width = (dimensions_ == 3 ? 2 : std::max(4, threads)) * (tile_.width - 2);
        const int height = dimensions_ == 3 ? std::max(2, threads / 2) * (tile_.height - 2) : 1;
        const int rows = has_rows_ ? 1 : 0;
        const auto part_of = [&](int count) {
            return dimensions_ == 1   ? GridSize::line(width * count)
                   : dimensions_ == 2 ? GridSize{width, count}
                                      : GridSize::box(width, height, count);
        };
        const int count = std::max(
            1, static_cast<int>(largest_footprint() / cell_bytes / (double{1} * width * height)));
        TiledCells cells(application_, part_of(count), rows, team_);
        // Of two steps: where there is but one, some processors see what comes next by themselves.
        const int steps = std::min(2, most_steps_);
        const auto& computing = has_rows_ ? measured.streaming : measured.computing;
        const double expected =
            std::ranges::find(computing, steps, &CpuCalibration::Computing::steps)
                ->seconds_per_vector;
        std::vector<CpuCalibration::Waiting> points;
        for (int divisor = 1 << 6; divisor > 0; divisor /= 2) {
            if (count < divisor)
                continue;
            const GridSize part = part_of(count / divisor);
            const double seconds =
                median_vector_seconds(cells, part, steps, rows, measured.row_vectors);
            const double cells_read =
                static_cast<double>(part.cells()) * TileVolume(part, {tile_, steps}, 0).reading();
            points.push_back({cell_bytes * static_cast<double>(part.cells()),
                              std::max(0.0, seconds - expected) *
                                  all_vectors(cells, part, steps, measured.row_vectors) /
                                  cells_read});
        }
        return points;
    }

    const Application& application_;
    int dimensions_;
    bool has_rows_;  ///< a source that has a row for each step
    TileShape tile_;
    RunTile advance_;
    int most_steps_;
    ThreadTeam& team_;
    ZoneLauncher launcher_;
};

}  // namespace

Calibrated CpuZoneEngine::calibrate(const Application& application, const TileShape& tile) {
    loaded_.reset();
    step_ = 0;
    const auto start = Clock::now();
    const int most = most_steps(application, tile);
    Calibrator calibrator(application, tile, advance_of(application), most, team_);
    CpuCalibration measured = calibrator.measure();
    const double seconds = seconds_since(start);
    return {std::make_unique<CpuModel>(application.arrays_read(), tile, std::move(measured), most),
            seconds};
}

std::unique_ptr<ZoneEngine> make_cpu_zone_engine(int threads) {
    return std::make_unique<CpuZoneEngine>(threads, best_instruction_set());
}

}  // namespace heatlab::ghost
