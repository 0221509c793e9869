#include "sim/cpu/cpu_engine.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "sim/capsule.h"
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

/// Share of the brush's value at a distance from its path: 1 inside half the radius, from there
/// smoothly to 0 at the rim.
float brush_weight(float distance, float radius) {
    const float t = std::clamp((radius - distance) / (0.5f * radius), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// The cells from `low` to `high` among [first, last).
std::pair<int, int> range_within(float low, float high, int first, int last) {
    const auto bound = [&](float value) {
        return static_cast<int>(
            std::clamp(static_cast<double>(value), double{1} * first, double{1} * last));
    };
    return {bound(std::floor(low)), bound(std::ceil(high) + 1)};
}

AxisEnd end_of(BoundaryKind kind) {
    return {kind == BoundaryKind::insulated, kind == BoundaryKind::periodic};
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

int CpuEngine::members() const {
    // Below this a thread takes longer to wake than to do its part.
    constexpr std::int64_t cells_per_member = 16 * 1024;
    return static_cast<int>(
        std::clamp<std::int64_t>(grid_.cells() / cells_per_member, 1, team_.size()));
}

template <typename Work>
void CpuEngine::for_each_row(const Work& work) {
    RowShares shares(members());
    shares.deal(0, grid_.height, std::max(1, grid_.height / (4 * members())));
    team_.run(members(), [&](int member) {
        int first = 0;
        int last = 0;
        while (shares.take(member, first, last)) {
            for (int row = first; row < last; ++row)
                work(row);
        }
    });
}

void CpuEngine::load(const Field& initial, std::int64_t step) {
    assert(initial.size() == grid_);
    for_each_row([&](int row) {
        current_.write_row(row, initial.row(row).data());
        other_.write_row(row, initial.row(row).data());
    });
    step_ = step;
    checkpoints_.clear();
}

void CpuEngine::set_kernel(const KernelInfo& kernel) {
    if (kernel_ != &kernel)
        warm_up_ = true;
    kernel_ = &kernel;
}

void CpuEngine::set_boundaries(const Boundaries& boundaries) {
    boundaries_ = boundaries;
    // A side that becomes fixed keeps what it has reached, in both buffers.
    const int last_col = grid_.width - 1;
    const int last_row = grid_.height - 1;
    for (int row = 0; row < grid_.height; ++row) {
        other_.row(row)[0] = current_.row(row)[0];
        other_.row(row)[last_col] = current_.row(row)[last_col];
    }
    other_.write_row(0, current_.row(0));
    other_.write_row(last_row, current_.row(last_row));
}

void CpuEngine::set_walls(const Walls& walls) {
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    for (GridBuffer* buffer : {&current_, &other_}) {
        for (int row = 0; row < grid_.height; ++row) {
            if (fixed(boundaries_.right))
                buffer->row(row)[grid_.width - 1] = walls.right;
            if (fixed(boundaries_.left))
                buffer->row(row)[0] = walls.left;
        }
        if (fixed(boundaries_.bottom))
            std::fill_n(buffer->row(grid_.height - 1), grid_.width, walls.bottom);
        if (fixed(boundaries_.top))
            std::fill_n(buffer->row(0), grid_.width, walls.top);
    }
}

void CpuEngine::paint(const BrushDab& dab) {
    if (!(dab.radius > 0))
        return;
    const CellRect cells_to_paint = updated_cells(grid_, boundaries_);
    const auto [first_row, last_row] = range_within(
        std::min(dab.row0, dab.row1) - dab.radius, std::max(dab.row0, dab.row1) + dab.radius,
        cells_to_paint.row, cells_to_paint.row + cells_to_paint.height);
    const auto [first_col, last_col] = range_within(
        std::min(dab.col0, dab.col1) - dab.radius, std::max(dab.col0, dab.col1) + dab.radius,
        cells_to_paint.col, cells_to_paint.col + cells_to_paint.width);
    const Capsule path{dab.col0, dab.row0, dab.col1, dab.row1};
    for (int row = first_row; row < last_row; ++row) {
        float* cells = current_.row(row);
        for (int col = first_col; col < last_col; ++col) {
            const float distance = path.distance(static_cast<float>(col), static_cast<float>(row));
            const float weight = brush_weight(distance, dab.radius);
            if (weight <= 0)
                continue;
            // At full weight without arithmetic, so that the brush also removes what is not finite.
            cells[col] = weight >= 1 ? dab.value : cells[col] + weight * (dab.value - cells[col]);
        }
    }
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
                                    int last_row) {
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
                going = done < launches && !stop_.load(std::memory_order_relaxed);
                rows.deal(first_row, last_row, piece);
            });
        }
    });
    return done;
}

std::int64_t CpuEngine::launch_steps(CpuKernel kernel, std::int64_t launches) {
    if (boundaries_.all_dirichlet())
        return launch_many(kernel, launches, 1, grid_.height - 1);
    const GridEnds ends{end_of(boundaries_.top), end_of(boundaries_.right),
                        end_of(boundaries_.bottom), end_of(boundaries_.left)};
    const CellRect cells = updated_cells(grid_, boundaries_);
    // A member does the sides of the rows that it has just read and written.
    const auto rows_and_sides = [&](const CpuLaunch& next, int first, int last) {
        const int inner_first = std::max(first, 1);
        const int inner_last = std::min(last, grid_.height - 1);
        if (grid_.has_interior() && inner_first < inner_last)
            kernel(next, inner_first, inner_last);
        instructions_.update_sides(next, ends, first, last);
    };
    return launch_many(rows_and_sides, launches, cells.row, cells.row + cells.height);
}

void CpuEngine::advance(std::int64_t steps, BatchReport& report) {
    const CellRect cells = updated_cells(grid_, boundaries_);
    const auto start = Clock::now();
    if (!kernel_->advances) {
        report.launches = launch_many(instructions_.kernel(kernel_->name), steps, 0, grid_.height);
        report.steps = report.launches;
    } else if (cells.width == 0 || cells.height == 0) {
        report.steps = steps;  // fixed cells are all there is
    } else if (kernel_->plans_batches) {
        advance_in_passes(steps, report);
    } else {
        const std::int64_t at_once = kernel_->steps_per_launch;
        const std::int64_t whole =
            launch_steps(instructions_.kernel(kernel_->name), steps / at_once);
        const std::int64_t single = launch_steps(
            instructions_.kernel(at_once == 1 ? kernel_->name : "global"), steps % at_once);
        report.launches = whole + single;
        report.steps = whole * at_once + single;
    }
    report.seconds = seconds_since(start);
    if (kernel_->advances)
        step_ += report.steps;
}

void CpuEngine::advance_in_passes(std::int64_t steps, BatchReport& report) {
    const WavefrontPlan plan = plan_wavefront(grid_, steps, wavefront_.machine(members()));
    if (plan.plain) {
        report.launches = launch_steps(instructions_.kernel("global"), steps);
        report.steps = report.launches;
        return;
    }
    const auto result = wavefront_.run(plan, launch(), team_, members(), stop_);
    if (result.in_target)
        std::swap(current_, other_);
    report.launches = result.passes;
    report.steps = result.steps;
}

BatchReport CpuEngine::run(const Batch& batch) {
    BatchReport report;
    report.kernel = kernel_;
    report.warm_up = std::exchange(warm_up_, warm_up_ && batch.steps <= 0);
    advance(std::max<std::int64_t>(0, batch.steps), report);
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
    return report;
}

Field CpuEngine::read_back() {
    Field field(grid_);
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
    const auto at = [&](int row, int col) {
        const bool inside = row >= 0 && row < grid_.height && col >= 0 && col < grid_.width;
        return inside ? current_.row(row)[col] : std::numeric_limits<float>::quiet_NaN();
    };
    return {cell,
            step_,
            at(cell.row, cell.col),
            at(cell.row - 1, cell.col),
            at(cell.row, cell.col + 1),
            at(cell.row + 1, cell.col),
            at(cell.row, cell.col - 1)};
}

}  // namespace heatlab
