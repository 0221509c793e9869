// How many sectors the kernels ask for by their sources. Needs no device.

#include "sim/cuda/sectors/issued_sectors.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/cuda/kernel_set.h"
#include "sim/cuda/layout.h"
#include "sim/kernel_table.h"
#include "sim/text.h"
#include "tests/cuda/lane_by_lane.h"

namespace heatlab::testing {
namespace {

using cuda::FieldLayout;
using cuda::issued_sectors;
using cuda::layout_of;

FieldLayout volume(int width, int height, int depth) {
    return layout_of(GridSize::box(width, height, depth));
}

std::int64_t sectors(const char* image, const FieldLayout& layout) {
    return issued_sectors(image, layout).sectors.value();
}

TEST(IssuedSectors, OneDimensionHasTheKnownAnswers) {
    const FieldLayout million = layout_of({1 << 20, 1});
    // 18 a warp, and 19 in the first and the last one: 2 for the end by itself, and 17 for the
    // other lanes, which have one sector less to that side.
    EXPECT_EQ(sectors("naive", million), 589'826);
    // 8.25 a warp, but for the two halo cells that the ends do not have.
    EXPECT_EQ(sectors("halo_tile", million), 270'334);
    // A load and a store of 4 sectors.
    EXPECT_EQ(sectors("copy", million), 2 * 131'072);
}

TEST(IssuedSectors, APlainWarpInsideAsksForTwentySix) {
    // Of 32 cells: themselves, north and south 4 each, east and west 5 each, stored 4. In a row of
    // 32 warps those at the ends have one sector less to one side; the top and bottom rows have
    // their own cells alone.
    const std::int64_t inner_row = 32 * 26 - 2;
    EXPECT_EQ(sectors("global", layout_of({1024, 1024})), 1022 * inner_row + 2 * 32 * 8);
    // Two slices beside it are 4 each.
    const std::int64_t volume_row = 4 * 34 - 2;
    EXPECT_EQ(sectors("global_3d", volume(128, 128, 64)),
              62 * 126 * volume_row + (128 * 64 - 62 * 126) * 4 * 8);
}

TEST(IssuedSectors, OnTheThirdAxisATileIsReadOnceAndItsRimForEachSlice) {
    // One block of 32 x 8 in the middle of 3 x 3, through 16 slices in the middle of 48: a warp
    // reads 18 slices and stores 16, 4 sectors each; west and east one each a slice; north and
    // south for the first and the last warp.
    const auto of = [](int blocks_x, int blocks_y, int blocks_z) {
        return sectors("tiled_3d", volume(32 * blocks_x, 8 * blocks_y, 16 * blocks_z));
    };
    // What one more block along an axis adds is one that is not at a side.
    const auto plane = [&](int y, int z) { return of(4, y, z) - of(3, y, z); };
    const auto column = [&](int z) { return plane(4, z) - plane(3, z); };
    EXPECT_EQ(column(4) - column(3), 8 * (18 * 4 + 16 * 4 + 16 * 2) + 2 * 16 * 4);
}

std::vector<GridSize> awkward_grids() {
    std::vector<GridSize> grids = {{1, 1},   {2, 2},   {3, 3},    {7, 1},   {1, 9},   {31, 33},
                                   {33, 31}, {32, 8},  {34, 10},  {64, 12}, {65, 13}, {100, 37},
                                   {129, 5}, {300, 3}, {257, 40}, {513, 17}};
    for (const int cells : {1, 2, 3, 8, 9, 31, 32, 33, 34, 255, 256, 257, 258, 511, 1000, 5000}) {
        grids.push_back(GridSize::line(cells));
    }
    for (const auto& [width, height, depth] :
         {std::array{1, 1, 1}, std::array{2, 3, 4}, std::array{3, 3, 3}, std::array{31, 33, 5},
          std::array{32, 8, 16}, std::array{33, 9, 17}, std::array{65, 16, 35},
          std::array{1000, 3, 5}, std::array{5, 3, 100}}) {
        grids.push_back(GridSize::box(width, height, depth));
    }
    return grids;
}

TEST(IssuedSectors, AgreeWithEveryLaneOfEveryWarp) {
    int compared = 0;
    for (const KernelInfo& kernel : kernel_table()) {
        if (!kernel.runs_on(BackendKind::cuda) || kernel.plans_batches || kernel.in_texture) {
            continue;
        }
        const std::string image(kernel.stem());
        for (const GridSize grid : awkward_grids()) {
            if (!kernel.suits(grid.dimensions)) {
                continue;
            }
            const FieldLayout layout = layout_of(grid);
            EXPECT_EQ(sectors(image.c_str(), layout),
                      sectors_lane_by_lane(image.c_str(), layout, launch_shape(kernel, layout)))
                << image << " " << grid_text(grid);
            ++compared;
        }
    }
    EXPECT_GT(compared, 150);
}

TEST(IssuedSectors, AreKnownForEveryKernelOrSaidNotToBe) {
    const FieldLayout layout = layout_of({64, 64});
    for (const KernelInfo& kernel : kernel_table()) {
        if (kernel.runs_on(BackendKind::cuda)) {
            const cuda::IssuedSectors issued = issued_sectors(kernel.stem(), layout);
            EXPECT_TRUE(issued.sectors || !issued.explanation.empty()) << kernel.name;
            EXPECT_TRUE(!kernel.plans_batches || !issued.sectors) << kernel.name;
        }
    }
    EXPECT_THROW(issued_sectors("nonesuch", layout), std::logic_error);
}

TEST(WarpsOfALaunch, CountThoseWithNothingToDo) {
    const KernelInfo& global = find_kernel("global", BackendKind::cuda);
    EXPECT_EQ(cuda::warps_of(launch_shape(global, layout_of({1024, 1024}))), 32 * 1024);
    EXPECT_EQ(cuda::warps_of(launch_shape(global, layout_of({33, 9}))), 2 * 2 * 8);
    const KernelInfo& vector = find_kernel("vector", BackendKind::cuda);
    EXPECT_EQ(cuda::warps_of(launch_shape(vector, layout_of({1024, 12}))), 4 * 8);
    const KernelInfo& copy = find_kernel("copy", BackendKind::cuda);
    EXPECT_EQ(cuda::warps_of(launch_shape(copy, layout_of(GridSize::line(4096)))), 4096 / 128);
    const KernelInfo& tiled = find_kernel("tiled", BackendKind::cuda, 3);
    EXPECT_EQ(cuda::warps_of(launch_shape(tiled, volume(33, 9, 17))), 2 * 2 * 2 * 8);
}

}  // namespace
}  // namespace heatlab::testing
