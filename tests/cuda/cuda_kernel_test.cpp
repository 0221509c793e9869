#include <limits>
#include <random>
#include <set>
#include <string_view>

#include "sim/check.h"
#include "sim/errors.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using CudaKernelTest = CudaTest;

TEST_F(CudaKernelTest, CheckPasses) {
    const CudaDevice device = probe_cuda_device(0);
    const CheckReport report = run_check({{*device.info, [](GridSize grid, CellType type) {
                                               return make_cuda_simulation(grid, {.type = type});
                                           }}});
    EXPECT_TRUE(report.passed());
    std::set<std::string_view> names;
    for (const int dimensions : {1, 2, 3}) {
        for (const KernelInfo* kernel : cuda_kernels(dimensions)) {
            names.insert(kernel->name);
        }
    }
    EXPECT_EQ(report.kernels.size(), names.size());
    for (const CheckFailure& failure : report.failures) {
        ADD_FAILURE() << failure_text(failure);
    }
}

TEST_F(CudaKernelTest, GridsTallerThanALaunchMayBe) {
    // More rows of blocks than the 65,535 along y, so they go on along z.
    const Field initial = noise_field({5, 8 * 65'535 + 77}, 3);
    const StepRatio r = StepRatio::from(0.21);
    const Field expected = reference_steps(initial, r, 3);
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (kernel->advances && !kernel->in_texture) {
            EXPECT_TRUE(same_cells(expected, advanced(*kernel, initial, r, 3))) << kernel->name;
        }
    }
}

TEST_F(CudaKernelTest, WideGrids) {
    const Field initial = noise_field({1'000'003, 4}, 4);
    const StepRatio r = StepRatio::from(0.21);
    const Field expected = reference_steps(initial, r, 3);
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (kernel->advances && !kernel->in_texture) {
            EXPECT_TRUE(same_cells(expected, advanced(*kernel, initial, r, 3))) << kernel->name;
        }
    }
}

TEST_F(CudaKernelTest, TextureRefusesGridsThatNoTextureHolds) {
    const auto simulation = make_cuda_simulation({1'000'003, 4});
    const KernelInfo& texture = find_kernel("texture", BackendKind::cuda);
    try {
        simulation->set_kernel(texture);
        FAIL() << "was accepted";
    } catch (const InputError& refusal) {
        EXPECT_EQ(refusal.argument(), "--kernel");
    }
    // The former kernel goes on.
    const Field initial = noise_field({1'000'003, 4}, 4);
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    run_steps(*simulation, 1);
    EXPECT_TRUE(
        same_cells(reference_steps(initial, StepRatio::from(0.2), 1), simulation->read_back()));
}

TEST_F(CudaKernelTest, SwitchingKernelsKeepsFieldAndStep) {
    const GridSize grid{150, 77};
    const Field initial = noise_field(grid, 5);
    const StepRatio r = StepRatio::from(0.26);
    const auto kernels = cuda_kernels();
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(initial, 1'000);
    simulation->set_step_ratio(r);
    std::mt19937 random(1);
    std::int64_t advanced_steps = 0;
    for (int turn = 0; turn < 40; ++turn) {
        const KernelInfo& kernel = *kernels[random() % kernels.size()];
        const std::int64_t steps = random() % 6;
        simulation->set_kernel(kernel);
        simulation->submit({.steps = steps, .publish = false, .statistics = turn % 3 == 0});
        while (simulation->poll()) {
        }
        advanced_steps += kernel.advances ? steps : 0;
    }
    EXPECT_EQ(simulation->step(), 1'000 + advanced_steps);
    EXPECT_TRUE(same_cells(reference_steps(initial, r, advanced_steps), simulation->read_back()));
}

TEST_F(CudaKernelTest, LongBatchesEqualManyShortOnes) {
    // Long enough for recorded series of launches, with r changed between, and remainders.
    const GridSize grid{97, 53};
    const Field initial = noise_field(grid, 9);
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (!kernel->advances) {
            continue;
        }
        ArrayTarget target(grid);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
        simulation->load(initial, 0);
        simulation->set_kernel(*kernel);
        Field expected = initial.clone();
        for (const std::int64_t steps : {1, 129, 400, 257, 64}) {
            const StepRatio r = StepRatio::from(steps % 2 == 0 ? 0.2 : 0.25);
            simulation->set_step_ratio(r);
            run_batch(*simulation, {.steps = steps});
            expected = reference_steps(expected, r, steps);
            EXPECT_TRUE(same_cells(expected, target.shown_cells()))
                << kernel->name << ", " << steps << " steps";
        }
    }
}

TEST_F(CudaKernelTest, CopyKeepsEveryBit) {
    const GridSize grid{99, 45};
    Field initial = noise_field(grid, 6);
    initial.at(3, 3) = std::numeric_limits<float>::infinity();
    initial.at(4, 4) = -std::numeric_limits<float>::denorm_min();
    initial.at(5, 5) = -0.0f;
    const KernelInfo& copy = find_kernel("copy", BackendKind::cuda);
    EXPECT_TRUE(same_cells(initial, advanced(copy, initial, StepRatio::from(0.25), 5)));
}

TEST_F(CudaKernelTest, NonFiniteCellsSpreadAsTheUpdateSays) {
    const GridSize grid{64, 40};
    Field initial = noise_field(grid, 8);
    initial.at(10, 10) = std::numeric_limits<float>::infinity();
    initial.at(20, 30) = std::numeric_limits<float>::quiet_NaN();
    initial.at(0, 5) = -std::numeric_limits<float>::infinity();
    const StepRatio r = StepRatio::from(0.3);
    const Field expected = reference_steps(initial, r, 5);
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (kernel->advances) {
            EXPECT_TRUE(same_cells(expected, advanced(*kernel, initial, r, 5))) << kernel->name;
        }
    }
}

}  // namespace
}  // namespace heatlab::testing
