// The kernel `resident` on grids that it keeps in registers, and on those that it leaves to single
// steps. Others than the smallest need a device with as many multiprocessors as an H200.

#include <limits>

#include "tests/cuda/cuda_test_fixture.h"
#include "tests/cuda/planned_kernels.h"

namespace heatlab::testing {
namespace {

using CudaResidentTest = CudaTest;

const KernelInfo& resident() {
    return find_kernel("resident", BackendKind::cuda);
}

BatchReport run_on(Simulation& simulation, const KernelInfo& kernel, const Field& initial,
                   StepRatio r, std::int64_t steps) {
    simulation.load(initial, 0);
    simulation.set_step_ratio(r);
    simulation.set_kernel(kernel);
    return run_batch(simulation, {.steps = steps});
}

TEST_F(CudaResidentTest, EqualsThePlainKernelOnEveryGridAndStepCount) {
    for (const GridSize grid :
         {GridSize{511, 513}, GridSize{512, 512}, GridSize{1024, 1024}, GridSize{1000, 700},
          GridSize{2048, 2048}, GridSize{2046, 2047}, GridSize{2045, 1501}, GridSize{129, 65},
          GridSize{130, 2000}, GridSize{1030, 150}, GridSize{37, 1000}, GridSize{3000, 5}}) {
        Field initial = noise_field(grid, 5);
        initial.at(2, 2) = std::numeric_limits<float>::infinity();
        const auto simulation = make_cuda_simulation(grid);
        for (const std::int64_t steps : {1, 9, 16, 17, 64, 131, 1060}) {
            const StepRatio r = StepRatio::from(steps % 2 == 0 ? 0.1 : 0.26);
            run_on(*simulation, find_kernel("global", BackendKind::cuda), initial, r, steps);
            const Field plain = simulation->read_back();
            run_on(*simulation, resident(), initial, r, steps);
            EXPECT_TRUE(same_cells(plain, simulation->read_back()))
                << grid.width << "x" << grid.height << ", " << steps << " steps";
        }
    }
}

TEST_F(CudaResidentTest, EveryStepCountEqualsTheScheme) {
    const Field initial = noise_field({255, 190}, 3);
    const StepRatio r = StepRatio::from(0.25);
    Field expected = initial.clone();
    for (std::int64_t steps = 1; steps <= 70; ++steps) {
        expected = reference_steps(expected, r, 1);
        std::int64_t left = 0;
        const Field field = after_resident_batch(initial, r, steps, left);
        if (left == 0) {
            ASSERT_TRUE(same_cells(expected, field)) << steps;
        } else {
            EXPECT_EQ(left, steps);
            EXPECT_LT(steps, 32) << "too few to be worth a launch";
        }
    }
}

TEST_F(CudaResidentTest, BatchesGoOnFromEachOtherAndShowTheirLastStep) {
    EXPECT_EQ(launches_of_shown_batches(resident(), {600, 500}, {64, 1, 100, 3, 200}),
              (std::vector<std::int64_t>{1, 1, 1, 3, 1}));
}

TEST_F(CudaResidentTest, TakesSingleStepsWhereTheFieldDoesNotFit) {
    const auto simulation = make_cuda_simulation({10'000, 3'000});
    const BatchReport report =
        run_on(*simulation, resident(), noise_field({10'000, 3'000}, 1), StepRatio::from(0.2), 30);
    EXPECT_EQ(report.launches, 30);
    EXPECT_GT(simulation->kernel_resources(resident()).value().registers_per_thread, 60);
}

}  // namespace
}  // namespace heatlab::testing
