#include "app/size_sweep_worker.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "app/timing_windows.h"
#include "sim/errors.h"
#include "sim/initial_field.h"
#include "sim/memory.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr int side_unit = 16;  ///< cells
constexpr int most_side = 32768;
constexpr int most_per_octave = 8;

// Long enough that starting and ending a batch does not count, short enough for hundreds of them.
constexpr double batch_seconds = 0.004;
constexpr int batches = 7;
// Of one kernel on one size, beyond the batches that a median needs.
constexpr double most_seconds = 0.5;
constexpr int fewest_batches = 3;
constexpr std::int64_t most_steps = std::int64_t{1} << 20;
constexpr double step_ratio = 0.2;

/// Median over repeated batches that are long enough to be timed; none where it was cancelled.
std::optional<double> seconds_per_step(Simulation& simulation, const KernelInfo& kernel,
                                       const std::atomic<bool>& cancelled) {
    simulation.set_kernel(kernel);
    const std::int64_t unit = kernel.steps_per_launch;
    std::int64_t steps = unit;
    double seconds = run_steps(simulation, steps).seconds;  // warms up
    for (;;) {
        if (cancelled)
            return std::nullopt;
        seconds = run_steps(simulation, steps).seconds;
        if (seconds >= batch_seconds || steps >= most_steps)
            break;
        const double wanted = 1.2 * batch_seconds / std::max(seconds, 1e-7);
        const auto factor = static_cast<std::int64_t>(std::clamp(wanted, 2.0, 16.0));
        steps = std::min(steps * factor, most_steps / unit * unit);
    }
    MedianWindow window(batches);
    double spent = seconds;
    window.add(seconds / static_cast<double>(steps));
    for (int i = 1; i < batches && (i < fewest_batches || spent < most_seconds); ++i) {
        if (cancelled)
            return std::nullopt;
        seconds = run_steps(simulation, steps).seconds;
        spent += seconds;
        window.add(seconds / static_cast<double>(steps));
    }
    return window.median();
}

/// The copy moves what every step has to move.
std::optional<double> seconds_per_copy(Simulation& simulation) {
    const double bandwidth = simulation.measure_copy_bandwidth();
    if (!(bandwidth > 0))
        return std::nullopt;
    return required_bytes_per_cell_per_launch * static_cast<double>(simulation.grid().cells()) /
           bandwidth;
}

}  // namespace

std::vector<int> SizeSweep::sides() const {
    std::vector<int> found;
    for (int i = 0;; ++i) {
        const double exact = smallest * std::exp2(static_cast<double>(i) / per_octave);
        const int side = static_cast<int>(std::lround(exact / side_unit)) * side_unit;
        if (side >= largest)
            break;
        if (found.empty() || side > found.back())
            found.push_back(side);
    }
    found.push_back(largest);
    return found;
}

void validate_size_sweep(const SizeSweep& sweep) {
    const auto require = [](bool holds, int value, const std::string& allowed) {
        if (!holds)
            throw InputError("sizes", std::to_string(value), allowed);
    };
    for (const int side : {sweep.smallest, sweep.largest})
        require(side >= side_unit && side <= most_side && side % side_unit == 0, side,
                "a side is a multiple of 16 cells between 16 and 32768");
    require(sweep.smallest <= sweep.largest, sweep.smallest,
            "the smallest side is at most the largest, " + std::to_string(sweep.largest));
    require(sweep.per_octave >= 1 && sweep.per_octave <= most_per_octave, sweep.per_octave,
            "1 to 8 sizes an octave");
}

SizeSweepWorker::~SizeSweepWorker() {
    worker_.cancel();
}

void SizeSweepWorker::start(const SizeSweep& sweep, const BackendInfo& backend,
                            HiddenSimulation make) {
    validate_size_sweep(sweep);
    worker_.cancel();
    SizeSweepState begun;
    begun.sweep = sweep;
    begun.backend = backend;
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(backend.kind))
            begun.kernels.push_back({&kernel, {}});
    begun.total = begun.kernels.size() * sweep.sides().size();
    begun.side = sweep.smallest;
    begun.running = true;
    state_.set(begun);
    worker_.start([this, begun, make = std::move(make)](const std::atomic<bool>& cancelled) {
        run(begun, make, cancelled);
        return Done{};
    });
}

void SizeSweepWorker::run(const SizeSweepState& begun, const HiddenSimulation& make,
                          const std::atomic<bool>& cancelled) {
    // However it ends, it is seen to have ended.
    std::string problem;
    try {
        for (const int side : begun.sweep.sides()) {
            if (cancelled)
                break;
            state_.change([&](SizeSweepState& state) { state.side = side; });
            measure_size(side, begun, make, cancelled);
        }
    } catch (const InputError& refused) {
        problem = refused.what();
    } catch (const std::bad_alloc&) {
        problem = "the system refused the memory";
    } catch (const std::exception& failed) {
        problem = failed.what();
    }
    state_.change([&](SizeSweepState& state) {
        state.running = false;
        state.cancelled = cancelled && state.measured < state.total;
        state.problem = problem;
    });
}

void SizeSweepWorker::measure_size(int side, const SizeSweepState& begun,
                                   const HiddenSimulation& make,
                                   const std::atomic<bool>& cancelled) {
    const GridSize grid{side, side};
    const std::unique_ptr<Simulation> simulation = make(grid);
    require_memory(grid, field_bytes(grid), available_host_memory(), "this machine");
    InitialFieldSpec start;
    start.name = "hot-square";
    simulation->load(make_initial_field(grid, start, std::nullopt), 0);
    simulation->set_step_ratio(StepRatio::from(step_ratio));
    for (std::size_t i = 0; i < begun.kernels.size(); ++i) {
        if (cancelled)
            return;
        const KernelInfo& kernel = *begun.kernels[i].kernel;
        const std::optional<double> seconds = kernel.advances
                                                  ? seconds_per_step(*simulation, kernel, cancelled)
                                                  : seconds_per_copy(*simulation);
        if (cancelled)
            return;
        state_.change([&](SizeSweepState& state) {
            if (seconds && *seconds > 0)
                state.kernels[i].points.push_back({side, *seconds});
            ++state.measured;
        });
    }
}

void SizeSweepWorker::cancel() {
    worker_.ask_to_end();
}

bool SizeSweepWorker::running() const {
    const auto state = state_.get();
    return state && state->running;
}

}  // namespace heatlab
