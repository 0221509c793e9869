#include "sim/cuda/wavefront/batch_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/kernel_table.h"

namespace heatlab::cuda {
namespace {

/// Numbers of steps below are looked up; more begin with passes of the main kind.
constexpr std::int64_t looked_up = 64;

}  // namespace

// The figures here are a fit to 90 measured passes (docs/wavefront-gpu.md), 6 % off on average. A
// chain works at the rate of its slowest scheduler, which has one, two or three of the
// multiprocessor's warps; its last warp begins some slots after the first.
double pass_seconds(const PassPlan& pass, GridSize grid) {
    constexpr double memory_bytes_per_second = 3.15e12;
    constexpr double launch = 3.0e-6;
    constexpr std::array<double, 3> narrow_slot{0.95e-6, 1.26e-6, 1.68e-6};
    constexpr double narrow_filling = 1.2e-6;  // for each warp
    constexpr double wide_slot = 1.81e-6;
    constexpr double wide_filling = 3.2e-6;
    const ChainShape& shape = pass.shape;
    const bool wide = shape.columns == wavefront::wide_columns;
    const int warps_of_scheduler =
        std::clamp((shape.warps * shape.chains_per_multiprocessor + 3) / 4, 1, 3);
    const double slot =
        wide ? wide_slot : narrow_slot[static_cast<std::size_t>(warps_of_scheduler - 1)];
    const double filling = (wide ? wide_filling : narrow_filling) * shape.warps;
    const double bytes = required_bytes_per_cell_per_launch * static_cast<double>(grid.cells());
    const double computing = filling + slot * pass.slots;
    const double moving = bytes / memory_bytes_per_second;
    // About the longer of the two, and more where they are alike.
    constexpr double sharpness = 6;
    return launch +
           std::pow(std::pow(computing, sharpness) + std::pow(moving, sharpness), 1 / sharpness);
}

double single_step_seconds(GridSize grid) {
    constexpr double bytes_per_second = 4.3e12;
    constexpr double launch = 1.4e-6;
    const double bytes = required_bytes_per_cell_per_launch * static_cast<double>(grid.cells());
    return launch + bytes / bytes_per_second;
}

std::int64_t BatchPlan::launches() const {
    std::int64_t launches = single_steps;
    for (const Passes& some : passes) {
        launches += some.count;
    }
    return launches;
}

BatchPlanner::BatchPlanner(GridSize grid, const std::vector<ChainShape>& shapes) : grid_(grid) {
    for (const ChainShape& shape : shapes) {
        if (auto pass = plan_pass(grid, shape)) {
            kinds_.push_back(std::move(*pass));
        }
    }
    find_main();
    find_shortest();
}

std::int64_t BatchPlanner::steps_of(std::size_t kind) const {
    return kind == single ? 1 : kinds_[kind].shape.steps();
}

double BatchPlanner::seconds_of(std::size_t kind) const {
    return kind == single ? single_step_seconds(grid_) : pass_seconds(kinds_[kind], grid_);
}

void BatchPlanner::find_main() {
    const auto seconds_per_step = [&](std::size_t kind) {
        return seconds_of(kind) / static_cast<double>(steps_of(kind));
    };
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (seconds_per_step(kind) < seconds_per_step(main_)) {
            main_ = kind;
        }
    }
}

void BatchPlanner::find_shortest() {
    std::vector<double> seconds{0.0};
    first_.assign(1, single);
    for (std::int64_t steps = 1; steps < looked_up; ++steps) {
        const auto with = [&](std::size_t kind) {
            return seconds_of(kind) + seconds[static_cast<std::size_t>(steps - steps_of(kind))];
        };
        std::size_t best = single;
        for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
            if (steps_of(kind) <= steps && with(kind) < with(best)) {
                best = kind;
            }
        }
        first_.push_back(best);
        seconds.push_back(with(best));
    }
}

const PassPlan* BatchPlanner::main_kind() const {
    return main_ == single ? nullptr : &kinds_[main_];
}

BatchPlan BatchPlanner::plan(std::int64_t steps) const {
    std::vector<std::int64_t> counts(kinds_.size());
    BatchPlan plan;
    const auto take = [&](std::size_t kind, std::int64_t count) {
        (kind == single ? plan.single_steps : counts[kind]) += count;
        steps -= count * steps_of(kind);
    };
    if (steps >= looked_up) {
        // So many that the rest can still be shared out well.
        take(main_, (steps - looked_up / 2) / steps_of(main_));
    }
    while (steps > 0) {
        take(first_[static_cast<std::size_t>(steps)], 1);
    }
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (counts[kind] > 0) {
            plan.passes.push_back({kind, counts[kind]});
        }
    }
    std::ranges::stable_sort(plan.passes, std::ranges::greater{},
                             [&](const BatchPlan::Passes& some) { return steps_of(some.kind); });
    return plan;
}

}  // namespace heatlab::cuda
