#include "sim/bench/kernel_times.h"

#include <algorithm>
#include <cmath>

namespace heatlab {
namespace {

/// Value at a share of the way through sorted values, between neighbours in proportion.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

/// Seconds per step of a run. The launch before it is not counted: what follows a switch of kernel
/// is no measure.
double seconds_per_step(Simulation& simulation, const KernelInfo& kernel, std::int64_t steps) {
    simulation.set_kernel(kernel);
    // Submitted at once: no pause between the two.
    for (const std::int64_t count : {std::int64_t{kernel.steps_per_launch}, steps})
        simulation.submit({.steps = count, .publish = false, .statistics = false});
    simulation.wait();
    simulation.poll();
    return simulation.poll().value().seconds / static_cast<double>(steps);
}

/// Whole launches that take about `seconds`, one at least.
std::int64_t steps_for(double seconds, double known_seconds_per_step, int steps_per_launch) {
    constexpr double most_steps = 1e5;
    const double steps = std::clamp(seconds / known_seconds_per_step, 1.0, most_steps);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / steps_per_launch) *
           steps_per_launch;
}

}  // namespace

Spread spread_of(std::vector<double> values) {
    if (values.empty())
        return {};
    std::ranges::sort(values);
    return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75),
            static_cast<int>(values.size())};
}

double KernelTime::bytes_per_second(GridSize grid) const {
    const double launch = seconds_per_step.median * kernel->steps_per_launch;
    return required_bytes_per_cell_per_launch * static_cast<double>(grid.cells()) / launch;
}

double KernelTime::cells_per_second(GridSize grid) const {
    return static_cast<double>(grid.cells()) / seconds_per_step.median;
}

std::vector<KernelTime> time_in_turns(Simulation& simulation,
                                      const std::vector<const KernelInfo*>& kernels,
                                      const TimingOptions& options, const BenchProgress& progress) {
    const int total = (options.rounds + 1) * static_cast<int>(kernels.size());
    std::vector<std::vector<double>> seconds(kernels.size());
    int done = 0;
    for (int round = 0; round <= options.rounds; ++round) {
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            if (progress)
                progress(done, total);
            const KernelInfo& kernel = *kernels[i];
            std::int64_t steps = options.steps;
            if (steps == 0 && round == 0)
                steps = std::int64_t{4} * kernel.steps_per_launch;
            else if (steps == 0)
                steps = steps_for(options.seconds, seconds[i].back(), kernel.steps_per_launch);
            seconds[i].push_back(seconds_per_step(simulation, kernel, steps));
            ++done;
        }
    }
    std::vector<KernelTime> times;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        seconds[i].erase(seconds[i].begin());
        times.push_back({kernels[i], spread_of(std::move(seconds[i]))});
    }
    return times;
}

std::vector<const KernelInfo*> kernels_of(BackendKind backend) {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(backend))
            kernels.push_back(&kernel);
    return kernels;
}

}  // namespace heatlab
