#include "sim/cuda/wavefront/batch_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "sim/kernel_table.h"

namespace heatlab::cuda {
namespace {

/// Numbers of steps below are looked up; more begin with passes of the main kind.
constexpr std::int64_t looked_up = 64;

/// What the chains of one variant of the kernel take, on an H200.
struct PassRates {
    int columns;
    int levels;
    int cell_bytes;
    /// Seconds of a slot where the multiprocessor's slowest scheduler has one, two or three warps.
    std::array<double, 3> slot;
    /// The same with two warps of several chains: of float64 these hinder each other.
    double crowded_slot;
    double filling;  ///< seconds for each warp, until the last one has begun
};

// Fits to 90 measured passes of float32 and 44 of float64 (docs/wavefront-gpu.md), 6 and 4 % off on
// average.
constexpr std::array<PassRates, 4> pass_rates{{
    {12, 4, 4, {0.95e-6, 1.26e-6, 1.68e-6}, 1.26e-6, 1.2e-6},
    {20, 4, 4, {1.81e-6, 1.81e-6, 1.81e-6}, 1.81e-6, 3.2e-6},
    {10, 4, 8, {1.39e-6, 1.85e-6, 1.85e-6}, 2.06e-6, 2.6e-6},
    {10, 3, 8, {1.15e-6, 1.46e-6, 1.46e-6}, 1.46e-6, 1.7e-6},
}};

const PassRates& rates_of(const ChainShape& shape) {
    const auto* const found = std::ranges::find_if(pass_rates, [&](const PassRates& rates) {
        return rates.columns == shape.columns && rates.levels == shape.levels &&
               rates.cell_bytes == shape.cell_bytes;
    });
    if (found == pass_rates.end()) {
        throw std::invalid_argument("no variant of wavefront has such lanes");
    }
    return *found;
}

}  // namespace

// A chain works at the rate of its slowest scheduler, which has one, two or three of the
// multiprocessor's warps; its last warp begins some slots after the first.
double pass_seconds(const PassPlan& pass, GridSize grid) {
    constexpr double memory_bytes_per_second = 3.15e12;
    constexpr double launch = 3.0e-6;
    const ChainShape& shape = pass.shape;
    const PassRates& rates = rates_of(shape);
    constexpr int schedulers = 4;
    const int warps = shape.warps * shape.chains_per_multiprocessor;
    const int warps_of_scheduler = std::clamp((warps + schedulers - 1) / schedulers, 1, 3);
    const bool crowded = shape.chains_per_multiprocessor > 1 && warps % (2 * schedulers) == 0;
    const double slot =
        crowded ? rates.crowded_slot : rates.slot[static_cast<std::size_t>(warps_of_scheduler - 1)];
    const double bytes = 2.0 * shape.cell_bytes * static_cast<double>(grid.cells());
    const double computing = rates.filling * shape.warps + slot * pass.slots;
    const double moving = bytes / memory_bytes_per_second;
    // About the longer of the two, and more where they are alike.
    constexpr double sharpness = 6;
    return launch +
           std::pow(std::pow(computing, sharpness) + std::pow(moving, sharpness), 1 / sharpness);
}

double single_step_seconds(GridSize grid, CellType type) {
    constexpr double bytes_per_second = 4.3e12;
    constexpr double launch = 1.4e-6;
    const double bytes =
        required_bytes_per_cell_per_launch(type) * static_cast<double>(grid.cells());
    return launch + bytes / bytes_per_second;
}

std::int64_t BatchPlan::launches() const {
    std::int64_t launches = single_steps;
    for (const Passes& some : passes) {
        launches += some.count;
    }
    return launches;
}

BatchPlanner::BatchPlanner(GridSize grid, const std::vector<ChainShape>& shapes, CellType type)
    : grid_(grid), type_(type) {
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
    return kind == single ? single_step_seconds(grid_, type_) : pass_seconds(kinds_[kind], grid_);
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
