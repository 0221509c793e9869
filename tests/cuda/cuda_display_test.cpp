#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

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
    ArrayTarget target(grid);
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
    ArrayTarget target(grid);
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
    ArrayTarget target(grid);
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

/// `picture` covers the same cells by the same blocks as the CPU backend's, and holds the same.
void expect_same_picture(const FieldPicture& expected, const FieldPicture& picture) {
    EXPECT_EQ(expected.cells, picture.cells);
    EXPECT_EQ(expected.block, picture.block);
    EXPECT_EQ(expected.width, picture.width);
    EXPECT_EQ(expected.height, picture.height);
    EXPECT_EQ(expected.step, picture.step);
    expect_same_blocks(expected.texels, picture.texels);
}

/// Noise in which three cells are not finite.
Field pitted_field(GridSize grid, std::uint64_t seed) {
    Field field = noise_field(grid, seed);
    field.at(100, 100) = std::numeric_limits<float>::quiet_NaN();
    field.at(200, 33) = std::numeric_limits<float>::infinity();
    field.at(201, 34) = -std::numeric_limits<float>::infinity();
    return field;
}

/// Of a grid of 517 x 389: the whole of it and a part; blocks of 2 cells, of sizes that divide
/// nothing, of more columns than a group has threads, and one block for all. The last block of a
/// row or column mostly holds fewer cells.
std::vector<PictureRequest> requests_of_blocks() {
    std::vector<PictureRequest> requests;
    for (const int texels : {300, 170, 103, 65, 57, 20, 6, 1}) {
        requests.push_back(
            {.visible = {0, 0, 517, 389}, .max_width = texels, .max_height = texels});
    }
    for (const int block : {3, 7, 8, 31, 32, 33, 100, 129, 255, 256, 257, 300, 509}) {
        const int texels = 510 / block;
        // One cell less for each block but one: no smaller block will do.
        requests.push_back({.visible = {3, 1, texels * block - (texels - 1), 380},
                            .max_width = texels,
                            .max_height = 380});
    }
    return requests;
}

TEST_F(CudaDisplayTest, ReducedPicturesEqualTheCpu) {
    const GridSize grid{517, 389};
    const auto cpu = make_cpu_simulation(grid);
    const auto staged = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
    ArrayTarget target(grid);
    const auto interop =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    for (Simulation* simulation : {cpu.get(), staged.get(), interop.get()}) {
        simulation->load(pitted_field(grid, 36), 0);
    }
    for (const PictureRequest& request : requests_of_blocks()) {
        for (Simulation* simulation : {cpu.get(), staged.get(), interop.get()}) {
            simulation->set_picture_request(request);
            run_batch(*simulation, {});
        }
        ASSERT_GT(cpu->picture()->block, 1);
        SCOPED_TRACE("block of " + std::to_string(cpu->picture()->block));
        expect_same_picture(*cpu->picture(), *staged->picture());
        expect_same_picture(*cpu->picture(), target.shown_blocks());
    }
    EXPECT_EQ(interop->field_bytes_to_host(), 0u);
    EXPECT_EQ(target.cell_textures(), 0);
}

/// A view from far, one of single cells in the middle, and one between.
const PictureRequest zooms[] = {{.visible = {0, 0, 203, 61}, .max_width = 40},
                                {.visible = {50, 20, 40, 30}},
                                {.visible = {20, 3, 160, 50}, .max_width = 70}};

TEST_F(CudaDisplayTest, EachZoomShowsTheNewestFieldOfEveryKernel) {
    const GridSize grid{203, 61};
    Field expected = noise_field(grid, 38);
    ArrayTarget target(grid);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    const auto cpu = make_cpu_simulation(grid);
    start(*simulation, expected);
    std::int64_t steps = 0;
    for (const KernelInfo* kernel : cuda_kernels()) {
        simulation->set_kernel(*kernel);
        // With steps and, as in a paused view, without.
        for (const std::int64_t batch : {2, 0, 3}) {
            for (const PictureRequest& request : zooms) {
                simulation->set_picture_request(request);
                run_batch(*simulation, {.steps = batch});
                const std::int64_t taken = kernel->advances ? batch : 0;
                steps += taken;
                expected = reference_steps(expected, StepRatio::from(0.22), taken);
                SCOPED_TRACE(std::string(kernel->name) + ", step " + std::to_string(steps));
                ASSERT_EQ(target.shown_step(), steps);
                ASSERT_EQ(target.shows_blocks(), request.max_width < request.visible.width);
                if (!target.shows_blocks()) {
                    EXPECT_TRUE(same_cells(expected, target.shown_cells()));
                    continue;
                }
                cpu->load(expected, steps);
                cpu->set_picture_request(request);
                run_batch(*cpu, {});
                expect_same_picture(*cpu->picture(), target.shown_blocks());
            }
        }
    }
    EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
}

TEST_F(CudaDisplayTest, PanningMakesNoNewTexture) {
    const GridSize grid{500, 400};
    ArrayTarget target(grid);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, noise_field(grid, 39));
    for (int col = 0; col < 100; col += 7) {
        simulation->set_picture_request({.visible = {col, 20, 300, 300}, .max_width = 100});
        run_batch(*simulation, {.steps = 1});
    }
    EXPECT_EQ(target.block_textures_made(), 1);
    simulation->set_picture_request({.visible = {0, 0, 500, 400}, .max_width = 250});
    run_batch(*simulation, {.steps = 1});
    EXPECT_EQ(target.block_textures_made(), 2);
    EXPECT_EQ(target.shown_blocks().width, 250);
}

TEST_F(CudaDisplayTest, WithoutTexturesOfCellsAPictureShowsThem) {
    const GridSize grid{203, 61};
    const Field initial = noise_field(grid, 40);
    const CellRect visible{150, 5, 60, 40};
    ArrayTarget target(grid, 0);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, initial);
    simulation->set_picture_request({.visible = visible});
    std::int64_t steps = 0;
    for (const char* kernel : {"tiled", "texture"}) {
        simulation->set_kernel(find_kernel(kernel, BackendKind::cuda));
        run_batch(*simulation, {.steps = 3});
        steps += 3;
        const Field expected = reference_steps(initial, StepRatio::from(0.22), steps);
        const FieldPicture picture = target.shown_blocks();
        EXPECT_EQ(picture.block, 1);
        EXPECT_EQ(picture.cells, (CellRect{150, 5, 53, 40}));
        ASSERT_EQ(picture.texels.size(), 53u * 40u * 4u);
        for (int row = 0; row < 40; ++row) {
            for (int col = 0; col < 53; ++col) {
                const float* const texel = &picture.texels[4 * (static_cast<std::size_t>(row) * 53 +
                                                                static_cast<std::size_t>(col))];
                const float cell = expected.at(5 + row, 150 + col);
                // But for denormals on the ring, which are drawn as 0.
                ASSERT_NEAR(texel[0], cell, 0x1p-126f)
                    << kernel << " (" << row << ", " << col << ")";
                ASSERT_EQ(texel[1], texel[0]);
                ASSERT_EQ(texel[2], texel[0]);
            }
        }
    }
}

TEST_F(CudaDisplayTest, TheTextureKernelHasItsOwnArraysWhereTheTargetHasOne) {
    const GridSize grid{90, 40};
    const Field initial = noise_field(grid, 41);
    ArrayTarget target(grid, 1);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    start(*simulation, initial);
    simulation->set_kernel(find_kernel("texture", BackendKind::cuda));
    for (const std::int64_t steps : {3, 0, 4}) {
        run_batch(*simulation, {.steps = steps});
    }
    EXPECT_TRUE(
        same_cells(reference_steps(initial, StepRatio::from(0.22), 7), target.shown_cells()));
}

TEST_F(CudaDisplayTest, AReductionTakesNoLongerThanThreeCopies) {
    const GridSize grid{8192, 8192};
    ArrayTarget target(grid);
    const auto simulation =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    simulation->load(Field(grid), 0);
    // Read and written; a reduction only reads.
    const double copy =
        8.0 * static_cast<double>(grid.cells()) / simulation->measure_copy_bandwidth();
    for (const int block : {3, 5, 9, 16, 32, 64, 129}) {
        const int texels = (grid.width + block - 1) / block;
        simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height},
                                         .max_width = texels,
                                         .max_height = texels});
        std::vector<double> seconds;
        for (int i = 0; i < 12; ++i) {
            seconds.push_back(run_batch(*simulation, {.statistics = false}).display_seconds);
        }
        // The first ones load the kernel and make the texture.
        std::sort(seconds.begin() + 3, seconds.end());
        const double median = seconds[7];
        std::printf("reduced by blocks of %d: %.1f us, %.2f of a copy\n", block, median * 1e6,
                    median / copy);
        // An H200 takes 2.4 copies for blocks of 3, 1.9 for 5, and about one from 32 on.
        EXPECT_LT(median, 3 * copy) << "blocks of " << block;
    }
}

}  // namespace
}  // namespace heatlab::testing
