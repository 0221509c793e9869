#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "sim/cuda/cuda_simulation.h"
#include "sim/cuda/device_probe.h"
#include "tests/cuda/array_target.h"
#include "tests/cuda/field_comparison.h"

namespace heatlab::testing {

/// Skips where no CUDA device works.
class CudaTest : public ::testing::Test {
protected:
    void SetUp() override {
        const CudaDevice device = probe_cuda_device(0);
        if (!device.usable) {
            GTEST_SKIP() << device.reason;
        }
    }
};

/// The same calls on both backends.
struct Pair {
    explicit Pair(GridSize grid, CudaOptions options = {})
        : cpu(make_cpu_simulation(grid)), cuda(make_cuda_simulation(grid, options)) {}

    template <typename Call>
    void both(Call call) {
        call(*cpu);
        call(*cuda);
    }

    std::unique_ptr<Simulation> cpu;
    std::unique_ptr<Simulation> cuda;
};

/// Those that grids of so many dimensions are for.
inline std::vector<const KernelInfo*> cuda_kernels(int dimensions = 2) {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(BackendKind::cuda) && kernel.suits(dimensions)) {
            kernels.push_back(&kernel);
        }
    }
    return kernels;
}

/// `expected` and `actual` have the same bits in every cell.
inline ::testing::AssertionResult same_cells(const Field& expected, const Field& actual) {
    if (const auto difference = difference_text(expected, actual)) {
        return ::testing::AssertionFailure() << *difference;
    }
    return ::testing::AssertionSuccess();
}

/// The field after so many steps of a kernel, from a simulation of its own.
inline Field advanced(const KernelInfo& kernel, const Field& initial, StepRatio r,
                      std::int64_t steps) {
    const auto simulation = make_cuda_simulation(initial.size());
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    simulation->set_kernel(kernel);
    run_steps(*simulation, steps);
    return simulation->read_back();
}

/// Runs batches of a kernel after each other, each of them shown, and expects what is shown to be
/// what the scheme says. Returns how many launches each had.
inline std::vector<std::int64_t> launches_of_shown_batches(
    const KernelInfo& kernel, GridSize grid, const std::vector<std::int64_t>& batches) {
    const StepRatio r = StepRatio::from(0.24);
    Field expected = noise_field(grid, 21);
    ArrayTarget target(grid);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    simulation->load(expected, 0);
    simulation->set_step_ratio(r);
    simulation->set_kernel(kernel);
    std::vector<std::int64_t> launches;
    for (const std::int64_t steps : batches) {
        launches.push_back(run_batch(*simulation, {.steps = steps}).launches);
        expected = reference_steps(expected, r, steps);
        EXPECT_TRUE(same_cells(expected, target.shown_cells()))
            << kernel.name << ", " << steps << " steps";
    }
    return launches;
}

}  // namespace heatlab::testing
