#include "sim/bench/kernel_times.h"

#include <algorithm>
#include <cmath>

#include "sim/errors.h"

namespace heatlab {
namespace {

/// Times runs of kernels. What follows a switch of kernel is no measure: a launch comes before it
/// that is not counted.
class RunClock {
public:
    explicit RunClock(Simulation& simulation) : simulation_(simulation) {}

    BatchReport run(const KernelInfo& kernel, std::int64_t steps) {
        // Submitted at once: no pause between the two.
        const bool switched = &kernel != kernel_;
        if (switched) {
            simulation_.set_kernel(kernel);
            submit(kernel.steps_per_launch);
            kernel_ = &kernel;
        }
        submit(steps);
        simulation_.wait();
        if (switched)
            simulation_.poll();
        return simulation_.poll().value();
    }

private:
    void submit(std::int64_t steps) {
        simulation_.submit({.steps = steps, .publish = false, .statistics = false});
    }
    Simulation& simulation_;
    const KernelInfo* kernel_ = nullptr;
};

/// Whole launches that take about `seconds`, one at least. Found by growing towards it: a short run
/// says little about a long one. `go_on` is asked between runs.
std::int64_t steps_that_take(double seconds, RunClock& clock, const KernelInfo& kernel,
                             const std::function<bool()>& go_on) {
    constexpr std::int64_t most_launches = 100'000;
    std::int64_t launches = 1;
    for (;;) {
        const std::int64_t steps = launches * kernel.steps_per_launch;
        const double taken = clock.run(kernel, steps).seconds;
        if (taken >= seconds / 2 || launches == most_launches || !go_on())
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
    double steps_per_launch = 1;

    void add(const BatchReport& report) {
        spent += report.seconds;
        seconds_per_step.push_back(report.seconds / static_cast<double>(report.steps));
        steps_per_launch = heatlab::steps_per_launch(report);
    }
    bool may_go_on(const TimingOptions& options) const {
        return spent < options.most_seconds || seconds_per_step.size() < TimingOptions::fewest_runs;
    }
};

}  // namespace

double steps_per_launch(const BatchReport& report) {
    return report.launches > 0
               ? static_cast<double>(report.steps) / static_cast<double>(report.launches)
               : 1;
}

double KernelTime::bytes_per_second(GridSize grid) const {
    return required_bytes_per_cell_per_launch(type) * static_cast<double>(grid.cells()) /
           seconds_per_launch();
}

double KernelTime::cells_per_second(GridSize grid) const {
    return static_cast<double>(grid.cells()) / seconds_per_step.median;
}

std::vector<KernelTime> time_in_turns(Simulation& simulation,
                                      const std::vector<const KernelInfo*>& kernels,
                                      const TimingOptions& options, const BenchProgress& progress) {
    const int total = (options.rounds + 1) * static_cast<int>(kernels.size());
    std::vector<Turns> turns(kernels.size());
    RunClock clock(simulation);
    int done = 0;
    const auto go_on = [&] { return !progress || progress(done, total); };
    bool wanted = true;
    for (int round = 0; wanted && round <= options.rounds; ++round) {
        for (std::size_t i = 0; wanted && i < kernels.size(); ++i, ++done) {
            wanted = go_on();
            if (!wanted || !turns[i].may_go_on(options))
                continue;
            if (round == 0 && options.steps == 0) {
                turns[i].steps = steps_that_take(options.seconds, clock, *kernels[i], go_on);
                continue;
            }
            const std::int64_t steps = options.steps != 0 ? options.steps : turns[i].steps;
            const BatchReport report = clock.run(*kernels[i], steps);
            if (round > 0)
                turns[i].add(report);
        }
    }
    std::vector<KernelTime> times;
    for (std::size_t i = 0; i < kernels.size(); ++i)
        times.push_back({kernels[i], spread_of(std::move(turns[i].seconds_per_step)),
                         turns[i].steps_per_launch, simulation.cell_type()});
    return times;
}

std::vector<const KernelInfo*> kernels_that_fit(
    Simulation& simulation, const std::vector<const KernelInfo*>& kernels,
    const std::function<void(const KernelInfo&, const std::string& reason)>& refused) {
    std::vector<const KernelInfo*> fitting;
    for (const KernelInfo* kernel : kernels) {
        try {
            simulation.set_kernel(*kernel);
            fitting.push_back(kernel);
        } catch (const InputError& error) {
            if (refused)
                refused(*kernel, error.what());
        }
    }
    return fitting;
}

std::vector<const KernelInfo*> kernels_of(BackendKind backend, int dimensions, CellType type) {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(backend, type) && kernel.suits(dimensions))
            kernels.push_back(&kernel);
    return kernels;
}

}  // namespace heatlab
