#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "sim/compare.h"
#include "sim/initial_shapes.h"
#include "sim/simulation.h"

namespace heatlab::test {

inline Field random_field(GridSize grid, std::uint64_t seed = 1) {
    Field field(grid);
    draw_random(field, 1.0f, seed);
    return field;
}

inline std::unique_ptr<Simulation> simulation_of(const Field& initial, double r,
                                                 const char* kernel = "global", int threads = 2) {
    auto simulation = make_cpu_simulation(initial.size(), {.threads = threads});
    simulation->set_step_ratio(StepRatio::from(r));
    simulation->set_kernel(find_kernel(kernel, BackendKind::cpu));
    simulation->load(initial, 0);
    return simulation;
}

inline BatchReport run(Simulation& simulation, const Batch& batch) {
    return run_batch(simulation, batch);
}

inline ::testing::AssertionResult same_field(const Field& field, const Field& expected) {
    if (field.size() != expected.size())
        return ::testing::AssertionFailure() << "other size";
    const auto found = first_difference(field, expected);
    if (!found)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << "row " << found->cell.row << " col " << found->cell.col << ": " << found->value
           << ", expected " << found->expected;
}

}  // namespace heatlab::test
