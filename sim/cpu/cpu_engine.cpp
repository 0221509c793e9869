#include "sim/cpu/cpu_engine.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <utility>

#include "sim/axis_end.h"
#include "sim/cpu/launch.h"

namespace heatlab {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Bytes of the last cache level; a common size where the system does not tell.
std::uint64_t last_level_cache() {
    const long bytes = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
    return bytes > 0 ? static_cast<std::uint64_t>(bytes) : std::uint64_t{32} << 20;
}

}  // namespace

CpuEngine::CpuEngine(GridSize grid, int threads, const InstructionSet& instructions,
                     int checkpoint_capacity, const std::atomic<bool>& stop)
    : grid_(grid),
      instructions_(instructions),
      team_(threads),
      stop_(stop),
      current_(grid),
      other_(grid),
      stream_(2 * GridBuffer::bytes_for(grid) > last_level_cache()),
      wavefront_(instructions.advance_strip, instructions.lanes),
      kernel_(&default_kernel()),
      checkpoint_capacity_(static_cast<std::size_t>(checkpoint_capacity)) {}

CpuLaunch CpuEngine::launch() {
    CpuLaunch launch;
    launch.source = current_.row(0);
    launch.target = other_.row(0);
    launch.pitch = current_.pitch();
    launch.width = grid_.width;
    launch.height = grid_.height;
    launch.r = r_.value();
    launch.centre_weight = r_.centre_weight();
    launch.stream = stream_;
    return launch;
}

GridEnds CpuEngine::grid_ends() const {
    return {end_of(boundaries_.top), end_of(boundaries_.right), end_of(boundaries_.bottom),
            end_of(boundaries_.left)};
}

bool CpuEngine::anything_changes() const {
    const CellRect cells = updated_cells(grid_, boundaries_);
    return cells.width > 0 && cells.height > 0;
}

int CpuEngine::members() const {
    // Below this a thread takes longer to wake than to do its part.
    constexpr std::int64_t cells_per_member = 16 * 1024;
    return static_cast<int>(
        std::clamp<std::int64_t>(grid_.cells() / cells_per_member, 1, team_.size()));
}

void CpuEngine::load(const Field& initial, std::int64_t step) {
    assert(initial.size() == grid_);
    for_each_row([&](int row) {
        current_.write_row(row, initial.row(row).data());
        other_.write_row(row, initial.row(row).data());
    });
    if (wrong_)
        wrong_->start([&](int row) { return current_.row(row); });
    step_ = step;
    checkpoints_.clear();
}

void CpuEngine::set_kernel(const KernelInfo& kernel) {
    if (kernel_ != &kernel)
        warm_up_ = true;
    kernel_ = &kernel;
}

void CpuEngine::checkpoint() {
    if (checkpoint_capacity_ == 0)
        return;
    if (checkpoints_.size() == checkpoint_capacity_)
        checkpoints_.pop_front();
    GridBuffer copy(grid_);
    for_each_row([&](int row) { copy.write_row(row, current_.row(row)); });
    checkpoints_.push_back({std::move(copy), step_});
}

void CpuEngine::restore_checkpoint() {
    if (checkpoints_.empty())
        return;
    const Checkpoint& newest = checkpoints_.back();
    for_each_row([&](int row) {
        current_.write_row(row, newest.field.row(row));
        other_.write_row(row, newest.field.row(row));  // for its ring
    });
    step_ = newest.step;
    checkpoints_.pop_back();
}

template <typename Work>
std::int64_t CpuEngine::launch_many(const Work& work, std::int64_t launches, int first_row,
                                    int last_row, const std::atomic<bool>* enough) {
    if (launches <= 0)
        return 0;
    const int team = members();
    const int rows_in_all = last_row - first_row;
    const int piece = team == 1 ? rows_in_all : std::clamp(rows_in_all / (4 * team), 8, 256);
    CpuLaunch next = launch();
    TeamBarrier barrier(team);
    RowShares rows(team);
    rows.deal(first_row, last_row, piece);
    std::int64_t done = 0;
    bool going = true;
    team_.run(team, [&](int member) {
        while (going) {
            int first = 0;
            int last = 0;
            while (rows.take(member, first, last))
                work(next, first, last);
            barrier.arrive([&] {
                std::swap(current_, other_);
                next.source = current_.row(0);
                next.target = other_.row(0);
                ++done;
                going = done < launches && !stop_.load(std::memory_order_relaxed) &&
                        !(enough != nullptr && enough->load(std::memory_order_relaxed));
                rows.deal(first_row, last_row, piece);
            });
        }
    });
    return done;
}

void CpuEngine::advance_rows(CpuKernel kernel, const CpuLaunch& next, int first, int last) {
    const int inner_first = std::max(first, 1);
    const int inner_last = std::min(last, grid_.height - 1);
    if (grid_.has_interior() && inner_first < inner_last)
        kernel(next, inner_first, inner_last);
    // By the member that has just read and written these rows.
    instructions_.update_sides(next, grid_ends(), first, last);
}

std::int64_t CpuEngine::launch_steps(CpuKernel kernel, std::int64_t launches) {
    const CellRect cells = updated_cells(grid_, boundaries_);
    return launch_many([&](const CpuLaunch& next, int first,
                           int last) { advance_rows(kernel, next, first, last); },
                       launches, cells.row, cells.row + cells.height);
}

void CpuEngine::advance(const Batch& batch, BatchReport& report) {
    const auto start = Clock::now();
    const std::int64_t steps = std::max<std::int64_t>(0, batch.steps);
    Progress done;
    if (batch.watch) {
        report.watched = true;
        if (kernel_->advances)
            done = take_watched_steps(steps, *batch.watch, report.crossing);
    }
    const Progress rest = take_steps(steps - done.steps);
    report.launches = done.launches + rest.launches;
    report.steps = done.steps + rest.steps;
    report.seconds = seconds_since(start);
}

CpuEngine::Progress CpuEngine::take_steps(std::int64_t steps) {
    const bool by_rows = !kernel_->plans_batches && !wrong_;
    const CpuKernel kernel = by_rows ? instructions_.kernel(kernel_->name) : nullptr;
    Progress done;
    if (!kernel_->advances) {
        done.launches = launch_many(kernel, steps, 0, grid_.height);
        return {done.launches, done.launches};
    }
    if (!anything_changes()) {
        done.steps = steps;
    } else if (wrong_) {
        done.launches = done.steps = take_wrong_steps(steps);
    } else if (kernel == nullptr) {
        done = take_passes(steps);
    } else {
        const std::int64_t at_once = kernel_->steps_per_launch;
        const std::int64_t whole = launch_steps(kernel, steps / at_once);
        const std::int64_t single =
            launch_steps(at_once == 1 ? kernel : instructions_.kernel("global"), steps % at_once);
        done = {whole + single, whole * at_once + single};
    }
    step_ += done.steps;
    return done;
}

void CpuEngine::advance_copied(const Batch& batch, BatchReport& report) {
    const auto start = Clock::now();
    const HostCopySetting& setting = host_copies_.setting();
    Batch part = batch;
    while (report.steps < batch.steps) {
        const std::int64_t to_copy = setting.steps_to_copy(step_);
        part.steps = std::min(to_copy, batch.steps - report.steps);
        BatchReport done;
        advance(part, done);
        report.launches += done.launches;
        report.steps += done.steps;
        if (done.crossing) {
            report.crossing = done.crossing;
            part.watch.reset();  // the first is what counts
        }
        if (done.steps < part.steps)
            break;  // stopped
        if (part.steps == to_copy) {
            host_copies_.take(current_);
            ++report.host_copies;
        }
    }
    host_copies_.settle();
    report.watched = batch.watch.has_value();
    report.host_copy_bytes =
        static_cast<std::uint64_t>(report.host_copies) * host_copies_.bytes_each();
    report.seconds = seconds_since(start);
}

std::optional<Field> CpuEngine::newest_host_copy() {
    const Field* newest = host_copies_.newest();
    return newest ? std::optional(newest->clone()) : std::nullopt;
}

CpuEngine::Progress CpuEngine::take_passes(std::int64_t steps) {
    const WavefrontPlan plan = plan_wavefront(grid_, steps, wavefront_.machine(members()));
    if (plan.plain) {
        const std::int64_t launches = launch_steps(instructions_.kernel("global"), steps);
        return {launches, launches};
    }
    const auto result = wavefront_.run(plan, launch(), team_, members(), stop_);
    if (result.in_target)
        std::swap(current_, other_);
    return {result.passes, result.steps};
}

CpuEngine::Progress CpuEngine::take_watched_steps(std::int64_t steps, const ValueLimits& limits,
                                                  std::optional<LimitCrossing>& crossing) {
    if (steps <= 0)
        return {};
    const auto any_outside = [&](const float* cells, int first, int last) {
        return instructions_.find_outside(cells, current_.pitch(), grid_.width, first, last,
                                          limits.low, limits.high);
    };
    // Rows that never change are looked at once; what is outside there is so after the first step.
    const CellRect updated = updated_cells(grid_, boundaries_);
    const int first_row = anything_changes() ? updated.row : grid_.height;
    const int last_row = anything_changes() ? updated.row + updated.height : grid_.height;
    std::atomic<bool> outside = any_outside(current_.row(0), 0, first_row) ||
                                any_outside(current_.row(0), last_row, grid_.height);
    Progress done;
    if (first_row == last_row) {
        done.steps = outside ? 1 : steps;
    } else {
        // A few rows at a time, which are compared while they are in an inner cache.
        constexpr std::ptrdiff_t floats_at_once = 16 * 1024;
        const int rows_at_once =
            static_cast<int>(std::clamp<std::ptrdiff_t>(floats_at_once / current_.pitch(), 4, 64));
        const CpuKernel kernel = instructions_.kernel(default_kernel().name);
        const auto advance_and_compare = [&](CpuLaunch next, int first, int last) {
            next.stream = false;
            for (int row = first; row < last; row += rows_at_once) {
                const int end = std::min(row + rows_at_once, last);
                advance_rows(kernel, next, row, end);
                if (any_outside(next.target, row, end))
                    outside.store(true, std::memory_order_relaxed);
            }
        };
        done.launches = launch_many(advance_and_compare, steps, first_row, last_row, &outside);
        done.steps = done.launches;
    }
    step_ += done.steps;
    if (outside)
        crossing = LimitCrossing{step_, furthest_outside(limits)};
    return done;
}

BatchReport CpuEngine::run(const Batch& batch) {
    BatchReport report;
    report.kernel = kernel_;
    report.warm_up = std::exchange(warm_up_, warm_up_ && batch.steps <= 0);
    if (batch.steps > 0 && kernel_->advances && host_copies_.setting().active())
        advance_copied(batch, report);
    else
        advance(batch, report);
    report.step = step_;
    std::optional<PartialStatistics> known;
    if (batch.publish) {
        const auto start = Clock::now();
        known = publish(batch.statistics);
        report.published = true;
        report.display_seconds = seconds_since(start);
    }
    if (batch.statistics) {
        const auto start = Clock::now();
        report.statistics = statistics(known);
        report.statistics_seconds = seconds_since(start);
    }
    if (probe_)
        report.probe = read_probe(*probe_);
    read_for_laboratory(batch, report);
    return report;
}

void CpuEngine::read_for_laboratory(const Batch& batch, BatchReport& report) {
    if (!batch.analysis && !batch.changes && !loupe_)
        return;
    const auto start = Clock::now();
    if (batch.analysis)
        report.analysis = analyse();
    if (batch.changes)
        report.changes = read_changes(*batch.changes);
    if (loupe_)
        report.loupe = read_cells(*loupe_);
    report.analysis_seconds = seconds_since(start);
}

Field CpuEngine::read_back(Field memory) {
    Field field = memory.size() == grid_ ? std::move(memory) : Field(grid_);
    for_each_row([&](int row) { current_.read_row(row, field.row(row).data()); });
    return field;
}

double CpuEngine::median_launch_seconds(CpuKernel kernel, double total_seconds) {
    // About as long as a frame's batch: a machine with other work interrupts both alike.
    constexpr double run_seconds = 0.005;
    constexpr std::int64_t most_launches = 1 << 20;
    const auto timed = [&](std::int64_t launches) {
        const auto start = Clock::now();
        launch_many(kernel, launches, 0, grid_.height);
        return seconds_since(start);
    };
    // The first run touches what is not in place yet.
    std::int64_t launches = 2;
    while (timed(launches) < run_seconds && launches < most_launches)
        launches *= 2;
    std::vector<double> runs;
    for (double total = 0; runs.size() < 5 || (total < total_seconds && runs.size() < 100);) {
        const double seconds = timed(launches);
        total += seconds;
        runs.push_back(seconds / static_cast<double>(launches));
    }
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
    std::ranges::nth_element(runs, middle);
    return *middle;
}

double CpuEngine::copy_bandwidth() {
    const double bytes = required_bytes_per_cell_per_launch * static_cast<double>(grid_.cells());
    return bytes / median_launch_seconds(instructions_.kernel("copy"), 0.2);
}

double CpuEngine::empty_launch_seconds() {
    return median_launch_seconds([](const CpuLaunch&, int, int) {}, 0.05);
}

ProbeReading CpuEngine::read_probe(Cell cell) const {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    const GridEnds ends = grid_ends();
    const auto [row, col] = cell;
    ProbeReading reading{cell, step_, none, none, none, none, none};
    if (row < 0 || row >= grid_.height || col < 0 || col >= grid_.width)
        return reading;
    const bool north = row > 0 || is_open(ends.top);
    const bool east = col < grid_.width - 1 || is_open(ends.right);
    const bool south = row < grid_.height - 1 || is_open(ends.bottom);
    const bool west = col > 0 || is_open(ends.left);
    const float* const here = current_.row(row);
    reading.centre = here[col];
    reading.north = north ? current_.row(index_before(row, grid_.height, ends.top))[col] : none;
    reading.east = east ? here[index_after(col, grid_.width, ends.right)] : none;
    reading.south = south ? current_.row(index_after(row, grid_.height, ends.bottom))[col] : none;
    reading.west = west ? here[index_before(col, grid_.width, ends.left)] : none;
    return reading;
}

}  // namespace heatlab
