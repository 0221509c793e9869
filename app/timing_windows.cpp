#include "app/timing_windows.h"

#include <algorithm>
#include <numeric>

namespace heatlab {

void MedianWindow::add(double value) {
    values_.push_back(value);
    if (values_.size() > capacity_)
        values_.pop_front();
}

std::optional<double> MedianWindow::median(std::size_t count) const {
    count = std::min(count, values_.size());
    if (count == 0)
        return std::nullopt;
    std::vector<double> sorted(values_.end() - static_cast<std::ptrdiff_t>(count), values_.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    if (count % 2 != 0)
        return *middle;
    return (*middle + *std::max_element(sorted.begin(), middle)) / 2;
}

double MedianWindow::mean() const {
    if (values_.empty())
        return 0;
    return std::accumulate(values_.begin(), values_.end(), 0.0) /
           static_cast<double>(values_.size());
}

void KernelTimings::add(const BatchReport& report) {
    if (report.kernel == nullptr || report.steps <= 0 || !(report.seconds >= 0))
        return;
    const double per_step = report.seconds / static_cast<double>(report.steps);
    Windows& windows = kernels_[report.kernel];
    if (report.watched) {
        windows.watched = per_step;
        return;
    }
    if (report.warm_up) {
        windows.warm_up = per_step;
        return;
    }
    windows.per_step.add(per_step);
    windows.per_batch.add(report.seconds);
    if (report.launches > 0)
        windows.per_launch.add(report.seconds / static_cast<double>(report.launches));
    add_history(per_step);
}

void KernelTimings::add_history(double seconds_per_step) {
    if (history_.size() == history)
        history_.erase(history_.begin());
    history_.push_back(static_cast<float>(seconds_per_step * 1e6));
}

void KernelTimings::add_under(const BatchReport& report, const HostCopySetting& copies,
                              const HostCopySetting& in_force) {
    if (!copies.active())
        add(report);
    else if (copies == in_force)
        add_copied(report);
}

void KernelTimings::add_copied(const BatchReport& report) {
    if (report.kernel == nullptr || report.steps <= 0 || !(report.seconds > 0))
        return;
    const double per_step = report.seconds / static_cast<double>(report.steps);
    CopiedWindows& windows = copied_[report.kernel];
    if (report.watched || report.warm_up) {
        windows.excluded = per_step;
        return;
    }
    windows.batches.push_back(
        {report.steps, report.launches, report.host_copy_bytes, report.seconds});
    if (windows.batches.size() > window)
        windows.batches.pop_front();
    add_history(per_step);
}

void KernelTimings::forget_copies() {
    copied_.clear();
}

std::optional<CopiedRates> KernelTimings::copied(const KernelInfo& kernel) const {
    const auto found = copied_.find(&kernel);
    return found == copied_.end() ? std::nullopt : rates_of(found->second, window);
}

std::optional<CopiedRates> KernelTimings::rates_of(const CopiedWindows& windows,
                                                   std::size_t count) {
    const std::size_t taken = std::min(count, windows.batches.size());
    if (taken == 0)
        return std::nullopt;
    CopiedBatch sum;
    for (auto batch = windows.batches.end() - static_cast<std::ptrdiff_t>(taken);
         batch != windows.batches.end(); ++batch) {
        sum.steps += batch->steps;
        sum.launches += batch->launches;
        sum.bytes += batch->bytes;
        sum.seconds += batch->seconds;
    }
    return CopiedRates{sum.seconds / static_cast<double>(sum.steps),
                       sum.seconds / static_cast<double>(std::max<std::int64_t>(1, sum.launches)),
                       static_cast<double>(sum.bytes) / sum.seconds};
}

void KernelTimings::clear() {
    kernels_.clear();
    copied_.clear();
    history_.clear();
}

const KernelTimings::Windows* KernelTimings::find(const KernelInfo& kernel) const {
    const auto found = kernels_.find(&kernel);
    return found == kernels_.end() ? nullptr : &found->second;
}

std::optional<double> KernelTimings::seconds_per_step(const KernelInfo& kernel) const {
    const Windows* windows = find(kernel);
    return windows ? windows->per_step.median() : std::nullopt;
}

std::optional<double> KernelTimings::seconds_per_launch(const KernelInfo& kernel) const {
    const Windows* windows = find(kernel);
    return windows ? windows->per_launch.median() : std::nullopt;
}

bool KernelTimings::is_launch_bound(const KernelInfo& kernel, double below) const {
    const Windows* windows = find(kernel);
    if (windows == nullptr)
        return false;
    const std::optional<double> launch = windows->per_launch.median();
    const std::optional<double> batch = windows->per_batch.median();
    return (launch && *launch < below) || (batch && *batch < launch_bound_batch_factor * below);
}

std::optional<double> KernelTimings::bytes_per_second(const KernelInfo& kernel, GridSize grid,
                                                      CellType type) const {
    const std::optional<double> seconds = seconds_per_launch(kernel);
    if (!seconds || *seconds <= 0)
        return std::nullopt;
    return required_bytes_per_cell_per_launch(type) * static_cast<double>(grid.cells()) / *seconds;
}

std::optional<double> KernelTimings::recent_seconds_per_step(const KernelInfo& kernel, bool watched,
                                                             bool copied) const {
    if (copied) {
        const auto found = copied_.find(&kernel);
        if (found == copied_.end())
            return std::nullopt;
        if (watched && found->second.excluded)
            return found->second.excluded;
        const std::optional<CopiedRates> recent = rates_of(found->second, pacing_window);
        return recent ? recent->seconds_per_step : found->second.excluded;
    }
    const Windows* windows = find(kernel);
    if (windows == nullptr)
        return std::nullopt;
    if (watched && windows->watched)
        return windows->watched;
    const std::optional<double> recent = windows->per_step.median(pacing_window);
    return recent ? recent : windows->warm_up;
}

void FrameTimings::add_frame(const FrameTimes& times, double simulation_seconds,
                             double display_seconds) {
    simulation_.add(simulation_seconds);
    display_.add(times.display + display_seconds);
    interface_.add(times.interface);
    frame_.add(times.frame);
}

void FrameTimings::add_steps(double now, std::int64_t steps, bool running) {
    if (!running && steps == 0) {
        finished_.clear();
        return;
    }
    finished_.push_back({now, steps});
    while (finished_.size() > 2 && finished_.front().time < now - 1.0)
        finished_.pop_front();
}

void FrameTimings::clear_steps() {
    finished_.clear();
}

double FrameTimings::steps_per_second() const {
    if (finished_.size() < 2)
        return 0;
    const double elapsed = finished_.back().time - finished_.front().time;
    std::int64_t steps = 0;  // what the first frame finished belongs to the time before it
    for (std::size_t i = 1; i < finished_.size(); ++i)
        steps += finished_[i].steps;
    return elapsed > 0 ? static_cast<double>(steps) / elapsed : 0;
}

double FrameTimings::steps_per_frame() const {
    if (finished_.size() < 2)
        return 0;
    std::int64_t steps = 0;
    for (std::size_t i = 1; i < finished_.size(); ++i)
        steps += finished_[i].steps;
    return static_cast<double>(steps) / static_cast<double>(finished_.size() - 1);
}

}  // namespace heatlab
