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

/// Seconds of a run. The launch before it is not counted: what follows a switch of kernel is no
/// measure.
double seconds_of(Simulation& simulation, const KernelInfo& kernel, std::int64_t steps) {
    simulation.set_kernel(kernel);
    // Submitted at once: no pause between the two.
    for (const std::int64_t count : {std::int64_t{kernel.steps_per_launch}, steps})
        simulation.submit({.steps = count, .publish = false, .statistics = false});
    simulation.wait();
    simulation.poll();
    return simulation.poll().value().seconds;
}

/// Whole launches that take about `seconds`, one at least. Found by growing towards it: a short run
/// says little about a long one.
std::int64_t steps_that_take(double seconds, Simulation& simulation, const KernelInfo& kernel) {
    constexpr std::int64_t most_launches = 100'000;
    std::int64_t launches = 1;
    for (;;) {
        const std::int64_t steps = launches * kernel.steps_per_launch;
        const double taken = seconds_of(simulation, kernel, steps);
        if (taken >= seconds / 2 || launches == most_launches)
            return steps;
        const double factor = std::clamp(seconds / std::max(taken, 1e-9), 1.5, 16.0);
        const auto wanted =
            static_cast<std::int64_t>(std::ceil(static_cast<double>(launches) * factor));
        launches = std::min(wanted, most_launches);
    }
}

/// What became of one kernel so far.
struct Turns {
    std::int64_t steps = 0;  ///< of each run
    double spent = 0;        ///< seconds
    std::vector<double> seconds_per_step;

    bool may_go_on(const TimingOptions& options) const {
        return spent < options.most_seconds || seconds_per_step.size() < TimingOptions::fewest_runs;
    }
};

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
    std::vector<Turns> turns(kernels.size());
    int done = 0;
    bool wanted = true;
    for (int round = 0; wanted && round <= options.rounds; ++round) {
        for (std::size_t i = 0; wanted && i < kernels.size(); ++i) {
            wanted = !progress || progress(done++, total);
            if (!wanted || !turns[i].may_go_on(options))
                continue;
            if (round == 0 && options.steps == 0) {
                turns[i].steps = steps_that_take(options.seconds, simulation, *kernels[i]);
                continue;
            }
            const std::int64_t steps = options.steps != 0 ? options.steps : turns[i].steps;
            const double seconds = seconds_of(simulation, *kernels[i], steps);
            if (round == 0)
                continue;
            turns[i].spent += seconds;
            turns[i].seconds_per_step.push_back(seconds / static_cast<double>(steps));
        }
    }
    std::vector<KernelTime> times;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        times.push_back({kernels[i], spread_of(std::move(turns[i].seconds_per_step))});
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
