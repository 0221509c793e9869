#include "app/size_sweep_worker.h"

#include <cmath>
#include <new>
#include <utility>

#include "sim/any_field.h"
#include "sim/bench/kernel_times.h"
#include "sim/errors.h"
#include "sim/memory.h"
#include "sim/stability.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr int side_unit = 16;  ///< cells
constexpr int most_side = 32768;
constexpr int most_per_octave = 8;

// Runs long enough that starting and ending one does not count, short enough for hundreds of them.
constexpr TimingOptions timing{.rounds = 7, .seconds = 0.005, .most_seconds = 0.5};
/// Of the textbook bound.
constexpr double share_of_bound = 0.8;

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

GridSize SizeSweep::grid_of(int side) const {
    const double cells = double{1} * side * side;
    const int edge = static_cast<int>(std::lround(std::cbrt(cells)));
    switch (dimensions) {
        case 1:
            return GridSize::line(side * side);
        case 3:
            return GridSize::box(edge, edge, edge);
        default:
            return {side, side};
    }
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
    require(sweep.dimensions >= 1 && sweep.dimensions <= 3, sweep.dimensions,
            "one to three dimensions");
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
        if (kernel.runs_on(backend.kind, sweep.type) && kernel.suits(sweep.dimensions))
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
    const GridSize grid = begun.sweep.grid_of(side);
    const std::unique_ptr<Simulation> simulation = make(grid);
    require_memory(grid, field_bytes(grid, begun.sweep.type), available_host_memory(),
                   "this machine");
    InitialFieldSpec start;
    start.name = "hot-square";
    const CellType type = begun.sweep.type;
    load_field(*simulation, make_any_initial_field(type, grid, start, std::nullopt), 0);
    simulation->set_step_ratio(
        StepRatio::from(share_of_bound * textbook_bound(grid.dimensions), grid.dimensions, type));
    for (std::size_t i = 0; i < begun.kernels.size(); ++i) {
        if (cancelled)
            return;
        const KernelInfo& kernel = *begun.kernels[i].kernel;
        // One by one, so that the plot fills in as they come.
        const KernelTime time = time_in_turns(*simulation, {&kernel}, timing, [&](int, int) {
                                    return !cancelled;
                                }).front();
        if (cancelled)
            return;
        state_.change([&](SizeSweepState& state) {
            if (time.seconds_per_step.median > 0)
                state.kernels[i].points.push_back(
                    {side, time.seconds_per_step.median, grid.cells()});
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
