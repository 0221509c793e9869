// Views with several cells a pixel: nothing may hide in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "render_fixture.h"

namespace heatlab::test {
namespace {

/// A mean falls between two of the map's texels, a quarter of a grey apart, and is rounded to a
/// grey: half of each.
constexpr double mean_tolerance = 0.125 + 0.5 + 1e-3;

/// 0 and 1 in the interior, 0 on the ring.
float checkerboard(GridSize grid, int row, int col) {
    const bool ring = row == 0 || col == 0 || row == grid.height - 1 || col == grid.width - 1;
    return ring ? 0.0f : static_cast<float>((row + col) % 2);
}

void expect_both_extremes(const Image& image, const char* what) {
    const int pixels = image.width * image.height;
    // Checkers of equal area; the ring and cut checkers cost some.
    EXPECT_GT(count_dark(image, 4), pixels * 2 / 5) << what;
    EXPECT_GT(count_bright(image, 251), pixels * 2 / 5) << what;
}

TEST_F(RenderTest, MinifiedCheckerboardShowsBothExtremes) {
    const GridSize grid{800, 560};
    const auto cells =
        picture_of_cells(grid, [&](int r, int c) { return checkerboard(grid, r, c); });
    for (const double cells_per_pixel : {1.9, 2.0, 3.0, 7.3, 8.0, 11.7}) {
        const auto width = static_cast<int>(grid.width / cells_per_pixel);
        const auto height = static_cast<int>(grid.height / cells_per_pixel);
        const Image image = draw(cells, {400, 280, 1 / cells_per_pixel}, width, height);
        expect_both_extremes(image, std::to_string(cells_per_pixel).c_str());
    }
}

TEST_F(RenderTest, CheckerboardInBlocksShowsBothExtremes) {
    const GridSize grid{801, 561};
    const auto value = [&](int r, int c) { return checkerboard(grid, r, c); };
    for (const int block : {2, 3, 7, 8}) {
        const auto blocks = picture_of_blocks(grid, block, value);
        // One texel a pixel, larger and smaller.
        for (const double pixels_per_texel : {1.0, 1.31, 2.0, 0.4}) {
            const double zoom = pixels_per_texel / block;
            const auto width = static_cast<int>(grid.width * zoom);
            const auto height = static_cast<int>(grid.height * zoom);
            for (const FieldFilter filter : {FieldFilter::nearest, FieldFilter::linear}) {
                style_.filter = filter;
                expect_both_extremes(draw(blocks, {400.5, 280.5, zoom}, width, height), "blocks");
            }
        }
    }
}

TEST_F(RenderTest, CheckersDoNotFlipWithTheField) {
    const GridSize grid{512, 256};
    const auto sign = [](int r, int c) { return (r + c) % 2 ? 1.0f : -1.0f; };
    const auto value = [&](float s) {
        return [&, s](int r, int c) { return 0.5f + s * 0.3f * sign(r, c); };
    };
    const Image even = draw(picture_of_cells(grid, value(1)), {256, 128, 0.25}, 128, 64);
    const Image odd = draw(picture_of_cells(grid, value(-1)), {256, 128, 0.25}, 128, 64);
    // Blocks of 16 cells hold as many of either sign: the pictures are the same up to rounding.
    EXPECT_LE(compare_images(even, odd).maximum, 1);
    EXPECT_GT(count_bright(even, 200), 128 * 64 / 3);
}

TEST_F(RenderTest, CheckersAreFourPixelsLarge) {
    const GridSize grid{512, 512};
    const Image image =
        draw(picture_of_cells(grid, [](int r, int c) { return (r + c) % 2 ? 1.0f : 0.0f; }),
             {256, 256, 0.125}, 64, 64);
    for (int y = 4; y < 56; ++y)
        for (int x = 4; x < 56; ++x) {
            ASSERT_EQ(grey_at(image, x, y), grey_at(image, x / 4 * 4, y / 4 * 4));
            ASSERT_NE(grey_at(image, x, y), grey_at(image, x + 4, y));
        }
}

TEST_F(RenderTest, FaintCheckerboardOnASlopeIsSeen) {
    // Amplitude 5 % of the range on a slope of 0.15 % per cell, 8 cells a pixel.
    const auto value = [](int r, int c) {
        return 0.1f + 0.0015f * static_cast<float>(c) + ((r + c) % 2 ? 0.05f : -0.05f);
    };
    const Image image = draw(picture_of_cells({512, 256}, value), {256, 128, 0.125}, 64, 32);
    for (int x = 8; x < 48; x += 4) {
        const int difference = std::abs(grey_at(image, x + 1, 9) - grey_at(image, x + 1, 13));
        EXPECT_GT(difference, 2 * 0.05 * 255 * 0.8) << x;
    }
}

TEST_F(RenderTest, ImperceptibleCheckerboardLeavesTheMean) {
    const auto value = [](int r, int c) { return 0.5f + ((r + c) % 2 ? 0.01f : -0.01f); };
    const Image image = draw(picture_of_cells({256, 256}, value), {128, 128, 0.25}, 64, 64);
    EXPECT_EQ(count_dark(image, 126), 0);
    EXPECT_EQ(count_bright(image, 129), 0);
}

TEST_F(RenderTest, SmoothFieldIsItsMean) {
    const GridSize grid{640, 320};
    const auto value = [](int, int col) { return static_cast<float>(col) / 639; };
    for (const int n : {2, 5, 8}) {
        const int width = 640 / n;
        const Image cells =
            draw(picture_of_cells(grid, value), fit_view(grid, width, 320 / n), width, 320 / n);
        const Image blocks =
            draw(picture_of_blocks(grid, n, value), fit_view(grid, width, 320 / n), width, 320 / n);
        for (int x = 0; x < width; ++x) {
            const double mean = 255 * (x * n + (n - 1) / 2.0) / 639;
            ASSERT_NEAR(grey_at(cells, x, 10), mean, mean_tolerance);
            ASSERT_NEAR(grey_at(blocks, x, 10), mean, mean_tolerance);
        }
    }
}

// The two ways to one picture: reduced on the device and reduced by a backend.
TEST_F(RenderTest, CellsAndBlocksGiveTheSamePicture) {
    const GridSize grid{512, 384};
    const auto value = [](int r, int c) {
        const float wave = 0.4f + 0.3f * std::sin(0.02f * static_cast<float>(c)) *
                                      std::cos(0.03f * static_cast<float>(r));
        const float amplitude =
            0.3f *
            std::exp(-static_cast<float>((r - 150) * (r - 150) + (c - 300) * (c - 300)) / 9000.0f);
        return wave + ((r + c) % 2 ? amplitude : -amplitude);
    };
    const Image cells = draw(picture_of_cells(grid, value), fit_view(grid, 128, 96), 128, 96);
    const Image blocks = draw(picture_of_blocks(grid, 4, value), fit_view(grid, 128, 96), 128, 96);
    const ImageDifference difference = compare_images(cells, blocks);
    // Sums in another order and precision: one step of 255 at most, and seldom.
    EXPECT_LE(difference.maximum, 1);
    EXPECT_LT(difference.mean, 0.05);
}

TEST_F(RenderTest, OneHotCellIsSeen) {
    const GridSize grid{256, 256};
    for (const Cell hot :
         {Cell{100, 100}, Cell{103, 96}, Cell{104, 103}, Cell{1, 1}, Cell{254, 17}}) {
        const auto value = [hot](int r, int c) {
            return r == hot.row && c == hot.col ? 1.0f : 0.0f;
        };
        for (const double cells_per_pixel : {2.0, 5.3, 8.0, 20.0}) {
            const auto size = static_cast<int>(std::ceil(256 / cells_per_pixel));
            const Image image =
                draw(picture_of_cells(grid, value), {128, 128, 1 / cells_per_pixel}, size, size);
            EXPECT_EQ(count_bright(image, 200), 1)
                << hot.row << ", " << hot.col << " at " << cells_per_pixel;
        }
        const Image blocks =
            draw(picture_of_blocks(grid, 8, value), fit_view(grid, 32, 32), 32, 32);
        EXPECT_EQ(count_bright(blocks, 200), 1);
    }
}

TEST_F(RenderTest, StraightEdgesHaveNoCheckers) {
    for (int edge = 96; edge < 104; ++edge) {
        const auto value = [edge](int, int c) { return c >= edge ? 1.0f : 0.0f; };
        const Image image = draw(picture_of_cells({256, 64}, value), {128, 32, 0.125}, 32, 8);
        for (int x = 0; x < 32; ++x) {
            const double mean = std::clamp((x + 1) * 8 - edge, 0, 8) / 8.0;
            for (int y = 0; y < 8; ++y)
                ASSERT_NEAR(grey_at(image, x, y), mean * 255, mean_tolerance) << "edge " << edge;
        }
    }
}

TEST_F(RenderTest, NonFiniteCellsAreNeverAveragedAway) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    const auto value = [&](int r, int c) {
        if (r == 43 && c == 101)
            return nan;
        if ((r == 20 && c == 20) || (r == 40 && c == 100))
            return inf;
        return r == 60 && c == 30 ? -inf : 0.25f;
    };
    const auto is = [](Rgb color, const StripeStyle& style) {
        return color == style.light || color == style.dark;
    };
    for (const auto& picture :
         {picture_of_cells({128, 64}, value), picture_of_blocks({128, 64}, 8, value),
          picture_of_blocks({128, 64}, 2, value)}) {
        const Image image = draw(picture, fit_view({128, 64}, 16, 8), 16, 8);
        EXPECT_TRUE(is(color_at(image, 2, 2), positive_infinity_stripes));
        EXPECT_TRUE(is(color_at(image, 3, 7), negative_infinity_stripes));
        EXPECT_TRUE(is(color_at(image, 12, 5), nan_stripes)) << "NaN goes before infinity";
        int finite = 0;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 16; ++x)
                finite += color_at(image, x, y) == Rgb{64, 64, 64} ? 1 : 0;
        EXPECT_EQ(finite, 16 * 8 - 3);
    }
}

// More than 64 cells per pixel and axis: an odd stride still meets both colours.
TEST_F(RenderTest, StridesKeepTheCheckerboard) {
    const GridSize grid{4096, 2048};
    const auto cells =
        picture_of_cells(grid, [](int r, int c) { return static_cast<float>((r + c) % 2); });
    for (const double cells_per_pixel : {100.0, 127.3, 128.0}) {
        const auto width = static_cast<int>(4096 / cells_per_pixel);
        const auto height = static_cast<int>(2048 / cells_per_pixel);
        expect_both_extremes(draw(cells, {2048, 1024, 1 / cells_per_pixel}, width, height),
                             "stride");
    }
}

TEST_F(RenderTest, GridsBeyondTheTextureLimitComeInBlocks) {
    FieldPicture picture;
    picture.grid = {65536, 32768};
    picture.cells = {0, 0, 65536, 32768};
    picture.block = 64;
    picture.width = 1024;
    picture.height = 512;
    picture.serial = 1u << 30;
    for (int row = 0; row < 512; ++row)
        for (int col = 0; col < 1024; ++col) {
            const float mean = grey_value((row * 7 + col * 3) % 256);
            picture.texels.insert(picture.texels.end(), {mean, mean, mean, 0});
        }
    const Image image = draw(picture, fit_view(picture.grid, 1024, 512), 1024, 512);
    for (int y = 0; y < 512; ++y)
        for (int x = 0; x < 1024; ++x)
            ASSERT_EQ(grey_at(image, x, y), (y * 7 + x * 3) % 256) << x << ", " << y;
}

TEST_F(RenderTest, LastBlocksMayBeSmaller) {
    const auto picture = picture_of_blocks(
        {10, 10}, 4, [](int r, int c) { return grey_value((r / 4 * 3 + c / 4) * 20); });
    const Image image = draw(picture, fit_view({10, 10}, 80, 80), 80, 80);
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 80; ++x)
            ASSERT_EQ(grey_at(image, x, y), (y / 32 * 3 + x / 32) * 20) << x << ", " << y;
}

}  // namespace
}  // namespace heatlab::test
