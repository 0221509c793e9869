#include <bit>
#include <cmath>

#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using CudaDisplayTest = CudaTest;

void start(Simulation& simulation, const Field& initial) {
    simulation.load(initial, 0);
    simulation.set_step_ratio(StepRatio::from(0.22));
    simulation.set_picture_request(
        {.visible = {0, 0, initial.size().width, initial.size().height}});
}

TEST_F(CudaDisplayTest, TargetShowsTheFieldOfEveryKernel) {
    const GridSize grid{203, 61};
    const Field initial = noise_field(grid, 31);
    ArrayTarget target(grid, 1);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, initial);
    std::int64_t steps = 0;
    for (const KernelInfo* kernel : cuda_kernels()) {
        simulation->set_kernel(*kernel);
        for (const std::int64_t batch : {0, 1, 2, 5}) {
            run_batch(*simulation, {.steps = batch});
            steps += kernel->advances ? batch : 0;
            EXPECT_EQ(target.shown_step(), steps);
            EXPECT_TRUE(same_cells(reference_steps(initial, StepRatio::from(0.22), steps),
                                   target.shown_cells()))
                << kernel->name << ", batch of " << batch;
        }
    }
    EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
    EXPECT_EQ(simulation->picture(), nullptr);
}

TEST_F(CudaDisplayTest, WallsAndPaintAreSeenWithoutAStep) {
    const GridSize grid{90, 40};
    ArrayTarget target(grid, 1);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, noise_field(grid, 32));
    for (const char* kernel : {"tiled", "texture"}) {
        simulation->set_kernel(find_kernel(kernel, BackendKind::cuda));
        run_batch(*simulation, {.steps = 2});
        simulation->set_walls({.top = 1, .right = 2, .bottom = 3, .left = 4});
        simulation->paint({20, 20, 20, 30, 6, 5});
        run_batch(*simulation, {.steps = 0});
        EXPECT_TRUE(same_cells(simulation->read_back(), target.shown_cells())) << kernel;
        EXPECT_EQ(target.shown_cells().at(0, 0), 1.0f);
    }
}

TEST_F(CudaDisplayTest, UnpublishedBatchesShowNothing) {
    const GridSize grid{50, 50};
    ArrayTarget target(grid, 1);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, noise_field(grid, 33));
    EXPECT_FALSE(run_batch(*simulation, {.steps = 3, .publish = false}).published);
    EXPECT_EQ(target.shown_step(), -1);
    EXPECT_EQ(target.maps(), 0);
}

TEST_F(CudaDisplayTest, StagedCopiesExactlyOneField) {
    const GridSize grid{321, 123};
    const Field initial = noise_field(grid, 34);
    const auto simulation = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
    start(*simulation, initial);
    std::int64_t steps = 0;
    std::uint64_t serial = 0;
    for (const KernelInfo* kernel : cuda_kernels()) {
        simulation->set_kernel(*kernel);
        const std::uint64_t before = simulation->field_bytes_to_host();
        EXPECT_TRUE(run_batch(*simulation, {.steps = 3}).published);
        steps += kernel->advances ? 3 : 0;
        const auto picture = simulation->picture();
        EXPECT_EQ(simulation->field_bytes_to_host() - before, 321u * 123u * sizeof(float));
        EXPECT_EQ(picture->step, steps);
        EXPECT_GT(picture->serial, std::exchange(serial, picture->serial));
        EXPECT_EQ(difference_text(reference_steps(initial, StepRatio::from(0.22), steps), *picture),
                  std::nullopt)
            << kernel->name;
    }
}

TEST_F(CudaDisplayTest, StagedPartOfTheField) {
    const GridSize grid{300, 200};
    const Field field = noise_field(grid, 35);
    const auto simulation = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
    start(*simulation, field);
    simulation->set_picture_request({.visible = {250, -10, 100, 60}});
    run_batch(*simulation, {});
    const auto picture = simulation->picture();
    EXPECT_EQ(picture->cells, (CellRect{250, 0, 50, 50}));
    ASSERT_EQ(picture->texels.size(), 2'500u);
    EXPECT_EQ(picture->texels[7 * 50 + 11], field.at(7, 261));
}

/// Mean within rounding, all else equal.
void expect_same_blocks(const std::vector<float>& expected, const std::vector<float>& actual) {
    ASSERT_EQ(expected.size(), actual.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(actual[i])) << i;
        } else if (i % 4 == 0 && std::isfinite(expected[i])) {
            // Thousands of summands of at most 1, in another order.
            EXPECT_NEAR(expected[i], actual[i], 1e-5) << i;
        } else if (std::isinf(expected[i])) {
            EXPECT_EQ(expected[i], actual[i]) << i;
        } else {
            // Which of several denormals and zeros is the least depends on the order.
            EXPECT_NEAR(expected[i], actual[i], 0x1p-126f) << i;
        }
    }
}

TEST_F(CudaDisplayTest, ReducedPicturesEqualTheCpu) {
    const GridSize grid{517, 389};
    Field field = noise_field(grid, 36);
    field.at(100, 100) = std::numeric_limits<float>::quiet_NaN();
    field.at(200, 33) = std::numeric_limits<float>::infinity();
    const auto cpu = make_cpu_simulation(grid);
    const auto cuda = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
    for (const int texels : {300, 170, 65, 20, 6}) {
        for (Simulation* simulation : {cpu.get(), cuda.get()}) {
            simulation->load(field, 0);
            simulation->set_picture_request(
                {.visible = {3, 0, 514, 389}, .max_width = texels, .max_height = texels});
            run_batch(*simulation, {});
        }
        ASSERT_GT(cuda->picture()->block, 1);
        EXPECT_EQ(cpu->picture()->block, cuda->picture()->block);
        EXPECT_EQ(cpu->picture()->width, cuda->picture()->width);
        EXPECT_EQ(cpu->picture()->cells, cuda->picture()->cells);
        expect_same_blocks(cpu->picture()->texels, cuda->picture()->texels);
    }
}

TEST_F(CudaDisplayTest, TargetOfBlocksEqualsTheCpu) {
    const GridSize grid{250, 99};
    const Field field = noise_field(grid, 37);
    ArrayTarget target(grid, 8);
    const auto cuda =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    const auto cpu = make_cpu_simulation(grid);
    for (Simulation* simulation : {cpu.get(), cuda.get()}) {
        simulation->load(field, 0);
        simulation->set_picture_request(
            {.visible = {0, 0, 250, 99}, .max_width = 32, .max_height = 32});
        run_batch(*simulation, {});
    }
    ASSERT_EQ(cpu->picture()->block, 8);
    expect_same_blocks(cpu->picture()->texels, target.shown_blocks());
}

}  // namespace
}  // namespace heatlab::testing
