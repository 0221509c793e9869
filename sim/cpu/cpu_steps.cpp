#include <algorithm>
#include <utility>

#include "sim/axis_end.h"
#include "sim/cpu/clock.h"
#include "sim/cpu/cpu_engine.h"
#include "sim/cpu/launch.h"
#include "sim/cpu/launch_loop.h"

// How steps are taken: launches of a kernel over the rows of the field, by all members of the team.

namespace heatlab {

template <typename Real>
bool CpuEngine<Real>::anything_changes() const {
    const CellRect cells = updated_cells(grid_, boundaries_);
    return cells.width > 0 && cells.height > 0;
}

template <typename Real>
int CpuEngine<Real>::rows_in_launch() const {
    constexpr int stretch = Launch::line_stretch;
    return grid_.dimensions == 1 ? (grid_.width - 1) / stretch + 1 : grid_.rows();
}

template <typename Real>
std::pair<int, int> CpuEngine<Real>::rows_to_advance() const {
    if (grid_.dimensions == 1)
        return {0, rows_in_launch()};
    if (grid_.dimensions == 3)
        return {grid_.height, grid_.rows() - grid_.height};
    const CellRect cells = updated_cells(grid_, boundaries_);
    return {cells.row, cells.row + cells.height};
}

template <typename Real>
template <typename Work>
std::int64_t CpuEngine<Real>::launch_many(const Work& work, std::int64_t launches, int first_row,
                                          int last_row, const std::atomic<bool>* enough) {
    if (launches <= 0)
        return 0;
    const int team = members();
    const int rows_in_all = last_row - first_row;
    const int piece = team == 1 ? rows_in_all : std::clamp(rows_in_all / (4 * team), 8, 256);
    Launch next = launch();
    std::int64_t done = 0;
    run_launches(
        team_, team, first_row, last_row, piece,
        [&](int, int first, int last) { work(next, first, last); },
        [&] {
            std::swap(current_, other_);
            next.source = current_.row(0);
            next.target = other_.row(0);
            ++done;
            return done < launches && !stop_.load(std::memory_order_relaxed) &&
                   !(enough != nullptr && enough->load(std::memory_order_relaxed));
        });
    return done;
}

template <typename Real>
void CpuEngine<Real>::advance_rows(Kernel kernel, const Launch& next, int first, int last) {
    if (grid_.dimensions != 2)
        return kernel(next, first, last);
    const int inner_first = std::max(first, 1);
    const int inner_last = std::min(last, grid_.height - 1);
    if (grid_.has_interior() && inner_first < inner_last)
        kernel(next, inner_first, inner_last);
    // By the member that has just read and written these rows.
    instructions_.template steppers<Real>().update_sides(next, grid_ends(), first, last);
}

template <typename Real>
std::int64_t CpuEngine<Real>::launch_steps(Kernel kernel, std::int64_t launches) {
    const auto [first_row, last_row] = rows_to_advance();
    return launch_many(
        [&](const Launch& next, int first, int last) { advance_rows(kernel, next, first, last); },
        launches, first_row, last_row);
}

template <typename Real>
typename CpuEngine<Real>::Progress CpuEngine<Real>::take_steps(std::int64_t steps) {
    const bool by_rows = !kernel_->plans_batches && !wrong_;
    const Kernel kernel = by_rows ? instructions_.template kernel<Real>(kernel_->stem()) : nullptr;
    Progress done;
    if (!kernel_->advances) {
        done.launches = launch_many(kernel, steps, 0, rows_in_launch());
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
        const std::int64_t single = launch_steps(
            at_once == 1 ? kernel : instructions_.template kernel<Real>(plain_kernel().stem()),
            steps % at_once);
        done = {whole + single, whole * at_once + single};
    }
    step_ += done.steps;
    return done;
}

template <typename Real>
typename CpuEngine<Real>::Progress CpuEngine<Real>::take_passes(std::int64_t steps) {
    const WavefrontPlan plan = plan_wavefront(grid_, steps, wavefront_.machine(members()));
    if constexpr (is_float32) {
        if (!plan.plain) {
            const auto result = wavefront_.run(plan, launch(), team_, members(), stop_);
            if (result.in_target)
                std::swap(current_, other_);
            return {result.passes, result.steps};
        }
    }
    const std::int64_t launches =
        launch_steps(instructions_.template kernel<Real>(plain_kernel().stem()), steps);
    return {launches, launches};
}

template <typename Real>
bool CpuEngine<Real>::any_outside(const float* cells, int first, int last,
                                  const ValueLimits& limits) const {
    const std::ptrdiff_t pitch = GridBuffer::pitch_for(grid_.width);
    if (grid_.dimensions == 1 && first < last) {
        const int from = first * Launch::line_stretch;
        const auto to =
            std::min<std::int64_t>(std::int64_t{last} * Launch::line_stretch, grid_.width);
        return instructions_.find_outside(cells + from, pitch, static_cast<int>(to - from), 0, 1,
                                          limits.low, limits.high);
    }
    return instructions_.find_outside(cells, pitch, grid_.width, first, last, limits.low,
                                      limits.high);
}

template <typename Real>
std::int64_t CpuEngine<Real>::watch_rows(std::int64_t steps, const ValueLimits& limits,
                                         int first_row, int last_row, std::atomic<bool>& outside) {
    const Kernel kernel =
        instructions_.template kernel<Real>(default_kernel(grid_.dimensions).stem());
    // A few rows at a time, which are compared while they are in an inner cache.
    constexpr std::ptrdiff_t cells_at_once = 64 * 1024 / sizeof(Real);
    const std::ptrdiff_t cells_in_row =
        grid_.dimensions == 1 ? Launch::line_stretch : current_.pitch();
    const int rows_at_once =
        static_cast<int>(std::clamp<std::ptrdiff_t>(cells_at_once / cells_in_row, 4, 64));
    const auto advance_and_compare = [&](Launch next, int first, int last) {
        next.stream = false;
        for (int row = first; row < last; row += rows_at_once) {
            const int end = std::min(row + rows_at_once, last);
            advance_rows(kernel, next, row, end);
            if (any_outside(seen_target(next, row, end), row, end, limits))
                outside.store(true, std::memory_order_relaxed);
        }
    };
    return launch_many(advance_and_compare, steps, first_row, last_row, &outside);
}

template <typename Real>
typename CpuEngine<Real>::Progress CpuEngine<Real>::take_watched_steps(
    std::int64_t steps, const ValueLimits& limits, std::optional<LimitCrossing>& crossing) {
    if (steps <= 0)
        return {};
    round_field();
    // Rows that never change are looked at once; what is outside there is so after the first step.
    const int rows = rows_in_launch();
    const auto [first_row, last_row] =
        anything_changes() ? rows_to_advance() : std::pair(rows, rows);
    const bool in_fixed_rows = any_outside(seen().row(0), 0, first_row, limits) ||
                               any_outside(seen().row(0), last_row, rows, limits);
    std::atomic<bool> outside = in_fixed_rows;
    Progress done;
    if (first_row == last_row) {
        done.steps = outside ? 1 : steps;
    } else {
        // Where a fixed row is outside, it is so after one step.
        done.launches = watch_rows(in_fixed_rows ? 1 : steps, limits, first_row, last_row, outside);
        done.steps = done.launches;
    }
    step_ += done.steps;
    if (outside)
        crossing = LimitCrossing{step_, furthest_outside(limits)};
    return done;
}

template <typename Real>
double CpuEngine<Real>::median_launch_seconds(Kernel kernel, double total_seconds) {
    // About as long as a frame's batch: a machine with other work interrupts both alike.
    constexpr double run_seconds = 0.005;
    constexpr std::int64_t most_launches = 1 << 20;
    const auto timed = [&](std::int64_t launches) {
        const auto start = Clock::now();
        launch_many(kernel, launches, 0, rows_in_launch());
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

template <typename Real>
double CpuEngine<Real>::copy_bandwidth() {
    const double bytes = required_bytes_per_cell_per_launch(cell_type_of<Real>()) *
                         static_cast<double>(grid_.cells());
    return bytes / median_launch_seconds(instructions_.template kernel<Real>("copy"), 0.2);
}

template <typename Real>
double CpuEngine<Real>::empty_launch_seconds() {
    return median_launch_seconds([](const Launch&, int, int) {}, 0.05);
}

template std::pair<int, int> CpuEngine<float>::rows_to_advance() const;
template typename CpuEngine<float>::Progress CpuEngine<float>::take_steps(std::int64_t);
template typename CpuEngine<float>::Progress CpuEngine<float>::take_watched_steps(
    std::int64_t, const ValueLimits&, std::optional<LimitCrossing>&);
template double CpuEngine<float>::copy_bandwidth();
template double CpuEngine<float>::empty_launch_seconds();
template std::pair<int, int> CpuEngine<double>::rows_to_advance() const;
template typename CpuEngine<double>::Progress CpuEngine<double>::take_steps(std::int64_t);
template typename CpuEngine<double>::Progress CpuEngine<double>::take_watched_steps(
    std::int64_t, const ValueLimits&, std::optional<LimitCrossing>&);
template double CpuEngine<double>::copy_bandwidth();
template double CpuEngine<double>::empty_launch_seconds();

}  // namespace heatlab
