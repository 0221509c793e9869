#include "app/sweep_worker.h"

#include <utility>

#include "sim/errors.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab {
namespace {

// Enough for four digits of a growth near 1, few enough for hundreds of r a minute.
constexpr std::int64_t sweep_steps = 200;

int swept_side(int side) {
    if (side <= SweepWorker::most_side)
        return side;
    return SweepWorker::most_side - side % 2;
}

}  // namespace

GridSize sweep_grid(GridSize shown) {
    GridSize swept = shown;
    swept.width = swept_side(shown.width);
    swept.height = swept_side(shown.height);
    return swept;
}

SweepWorker::~SweepWorker() {
    worker_.cancel();
}

void SweepWorker::start(const RatioSweep& sweep, GridSize grid, const Boundaries& boundaries) {
    validate_sweep("sweep", sweep);
    if (grid.dimensions == 3)
        throw InputError("sweep", grid_text(grid), "growth is measured on rods and plates");
    worker_.cancel();
    SweepState begun;
    begun.sweep = sweep;
    begun.grid = sweep_grid(grid);
    begun.boundaries = boundaries;
    begun.total = sweep.ratios().size();
    begun.running = true;
    state_.set(begun);
    worker_.start([this, begun](const std::atomic<bool>& cancelled) {
        // However it ends, it is seen to have ended.
        const struct Ending {
            SweepWorker& worker;
            ~Ending() {
                worker.state_.change([](SweepState& state) {
                    state.running = false;
                    state.cancelled = state.points.size() < state.total;
                });
            }
        } ending{*this};
        const auto simulation = make_cpu_simulation(begun.grid, {.threads = 1});
        const Field start = fastest_wave(begun.grid, begun.boundaries);
        for (const double r : begun.sweep.ratios()) {
            StabilityRunRequest request;
            request.r = StepRatio::from(r, begun.grid.dimensions);
            request.boundaries = begun.boundaries;
            request.steps = sweep_steps;
            const StabilityRun run = run_stability(*simulation, start, request, &cancelled);
            if (cancelled)
                break;
            state_.change([&](SweepState& state) {
                state.points.push_back({r, run.growth_predicted, run.growth_measured});
            });
        }
        return Done{};
    });
}

void SweepWorker::cancel() {
    worker_.ask_to_end();
}

}  // namespace heatlab
