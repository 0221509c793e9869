#include "app/picture_plan.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

TEST(PicturePlan, ClipsToTheGrid) {
    const GridSize grid{100, 50};
    EXPECT_EQ(clip_to_grid({-10, -10, 30, 20}, grid), (CellRect{0, 0, 20, 10}));
    EXPECT_EQ(clip_to_grid({90, 45, 30, 20}, grid), (CellRect{90, 45, 10, 5}));
    EXPECT_EQ(clip_to_grid({500, 500, 30, 20}, grid), (CellRect{99, 49, 1, 1}));
    EXPECT_EQ(clip_to_grid({5, 5, 0, -3}, grid), (CellRect{5, 5, 1, 1}));
    EXPECT_EQ(clip_to_grid({0, 0, 2000000000, 2000000000}, grid), (CellRect{0, 0, 100, 50}));
    EXPECT_EQ(clip_to_grid({-2000000000, 0, 5, 5}, grid).width, 1);
}

TEST(PicturePlan, AFieldOfTheScreensSizeComesCellByCell) {
    const PictureRequest request = plan_picture({{0, 0, 1024, 512}, 900, 450}, {1024, 512});
    EXPECT_EQ(picture_block(request), 1);
    EXPECT_EQ(request.visible, (CellRect{0, 0, 1024, 512}));
}

TEST(PicturePlan, ALargeFieldIsReducedToAtLeastTheScreen) {
    const PictureView view{{0, 0, 8192, 8192}, 640, 640};
    const int block = picture_block(plan_picture(view, {8192, 8192}));
    EXPECT_GT(block, 1);
    EXPECT_GE(8192 / block, 640);
}

TEST(PicturePlan, WhatIsMovedStaysSmall) {
    for (int pixels : {16, 640, 1100, 2160, 8000}) {
        const PictureView view{{0, 0, 16384, 16384}, pixels, pixels};
        const PictureRequest request = plan_picture(view, {16384, 16384});
        const int block = picture_block(request);
        EXPECT_LE(16384 / block, most_texels_per_axis);
        // Up to the screen's own resolution, with its four floats, or the generous limit.
        const double bytes = 16.0 * (16384.0 / block) * (16384.0 / block);
        EXPECT_LE(bytes, std::max(16.0 * pixels * pixels, 1.05 * generous_picture_bytes)) << pixels;
    }
}

TEST(PicturePlan, AZoomedViewHasAMarginAndServesSmallPans) {
    const GridSize grid{4096, 4096};
    const PictureView view{{1000, 1000, 400, 400}, 800, 800};
    const PictureRequest request = plan_picture(view, grid);
    EXPECT_EQ(request.visible, (CellRect{950, 950, 500, 500}));
    PictureView moved = view;
    moved.visible.col += 40;
    EXPECT_TRUE(picture_serves(request, moved, grid));
    moved.visible.col += 40;
    EXPECT_FALSE(picture_serves(request, moved, grid));
}

TEST(PicturePlan, ZoomingOutOrInNeedsAnother) {
    const GridSize grid{4096, 4096};
    const PictureRequest request = plan_picture({{0, 0, 4096, 4096}, 800, 800}, grid);
    EXPECT_FALSE(picture_serves(request, {{1000, 1000, 100, 100}, 800, 800}, grid));
    EXPECT_TRUE(picture_serves(request, {{0, 0, 4096, 4096}, 800, 800}, grid));
}

TEST(PicturePlan, MinifiedMeansSeveralCellsAPixel) {
    EXPECT_FALSE(is_minified({{0, 0, 800, 400}, 800, 400}));
    EXPECT_TRUE(is_minified({{0, 0, 801, 400}, 800, 400}));
}

}  // namespace
}  // namespace heatlab
