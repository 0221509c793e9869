// The kernel `wavefront` beyond what all kernels are tested with: each kind of pass by itself, and
// grids and step counts that make awkward plans.

#include <limits>
#include <map>

#include "tests/cuda/cuda_test_fixture.h"
#include "tests/cuda/planned_kernels.h"

namespace heatlab::testing {
namespace {

using CudaWavefrontTest = CudaTest;

const KernelInfo& wavefront() {
    return find_kernel("wavefront", BackendKind::cuda);
}

TEST_F(CudaWavefrontTest, EachKindOfPassEqualsTheScheme) {
    const StepRatio r = StepRatio::from(0.23);
    for (const GridSize grid : {GridSize{513, 511}, GridSize{382, 50}, GridSize{1000, 37},
                                GridSize{640, 9}, GridSize{1031, 260}}) {
        Field initial = noise_field(grid, 17);
        initial.at(2, 300) = std::numeric_limits<float>::infinity();
        initial.at(grid.height - 2, 20) = std::numeric_limits<float>::quiet_NaN();
        std::map<std::int64_t, Field> expected;  // by steps
        for (const bool every_lane : {false, true}) {
            const std::vector<std::int64_t> kinds = steps_of_wavefront_kinds(grid, every_lane);
            EXPECT_GE(kinds.size(), 6u);
            for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
                for (const int passes : {1, 3}) {
                    const std::int64_t steps = passes * kinds[kind];
                    if (!expected.contains(steps)) {
                        expected.emplace(steps, reference_steps(initial, r, steps));
                    }
                    EXPECT_TRUE(
                        same_cells(expected.at(steps),
                                   after_wavefront_passes(initial, r, kind, passes, every_lane)))
                        << grid.width << "x" << grid.height << ", kind " << kind << ", " << passes
                        << " passes";
                }
            }
        }
    }
}

TEST_F(CudaWavefrontTest, EveryStepCountEqualsTheScheme) {
    const Field initial = noise_field({511, 513}, 3);
    const StepRatio r = StepRatio::from(0.25);
    Field expected = initial.clone();
    for (std::int64_t steps = 1; steps <= 70; ++steps) {
        expected = reference_steps(expected, r, 1);
        ASSERT_TRUE(same_cells(expected, advanced(wavefront(), initial, r, steps))) << steps;
    }
}

TEST_F(CudaWavefrontTest, AwkwardGridsEqualThePlainKernel) {
    for (const GridSize grid :
         {GridSize{8193, 8191}, GridSize{8191, 8193}, GridSize{3000, 10000}, GridSize{10000, 3000},
          GridSize{1000, 37}, GridSize{37, 1000}, GridSize{300, 8190}, GridSize{8190, 300},
          GridSize{2048, 2048}, GridSize{2050, 3}, GridSize{385, 4}}) {
        const Field initial = noise_field(grid, 5);
        for (const std::int64_t steps : {33, 70}) {
            const StepRatio r = StepRatio::from(steps == 33 ? 0.1 : 0.26);
            const Field plain =
                advanced(find_kernel("global", BackendKind::cuda), initial, r, steps);
            EXPECT_TRUE(same_cells(plain, advanced(wavefront(), initial, r, steps)))
                << grid.width << "x" << grid.height << ", " << steps << " steps";
        }
    }
}

TEST_F(CudaWavefrontTest, BatchesGoOnFromEachOtherAndShowTheirLastStep) {
    const std::vector<std::int64_t> batches{64, 1, 17, 32, 5, 100};
    const std::vector<std::int64_t> launches =
        launches_of_shown_batches(wavefront(), {1200, 700}, batches);
    for (std::size_t i = 0; i < batches.size(); ++i) {
        EXPECT_LE(launches[i], batches[i] < 64 ? batches[i] : batches[i] / 4)
            << "passes, not single steps";
    }
}

TEST_F(CudaWavefrontTest, TellsWhatAChainTakes) {
    const auto resources =
        make_cuda_simulation({4096, 4096})->kernel_resources(wavefront()).value();
    EXPECT_GT(resources.registers_per_thread, 100);
    EXPECT_GT(resources.shared_bytes_per_block, 16'000);
    EXPECT_GE(resources.blocks_per_multiprocessor, 1);
    EXPECT_EQ(resources.threads_per_block % 32, 0);
    EXPECT_GT(resources.occupancy, 0.0);
    EXPECT_LT(resources.occupancy, 1.0);
}

}  // namespace
}  // namespace heatlab::testing
