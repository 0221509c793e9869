// The field drawn cell by cell: known positions, known colours.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "render_fixture.h"

namespace heatlab::test {
namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

bool is_stripe(Rgb color, const StripeStyle& style) {
    return color == style.light || color == style.dark;
}

TEST_F(RenderTest, EveryMapMeetsItsTable) {
    const ColorMapLibrary library(HEATLAB_TEST_SHARE);
    const auto picture = picture_of_cells({256, 1}, [](int, int col) { return grey_value(col); });
    for (const ColorMap& map : library.maps()) {
        style_.map = &map;
        const Image image = draw(picture, {128, 0.5, 1}, 256, 1);
        for (int i = 0; i < 256; ++i)
            ASSERT_EQ(color_at(image, i, 0), map.table[static_cast<std::size_t>(i)])
                << map.name << " " << i;
    }
}

// Ranges near the ends of float, where a range's inverse would overflow or be flushed to zero.
// (Denormal values themselves may be flushed: everything else in the program does that too.)
TEST_F(RenderTest, RangesOfAnySizeMeetTheTable) {
    const struct {
        float low;
        float high;
    } ranges[] = {{-2, 6},     {-1.6e38f, 1.6e38f}, {-3.4e38f, 3.4e38f},
                  {0, 1e-35f}, {-1e-30f, 1e-30f},   {0, 1e30f}};
    for (const auto& range : ranges) {
        style_.low = range.low;
        style_.high = range.high;
        const auto picture = picture_of_cells({256, 1}, [&range](int, int col) {
            const double part = col / 255.0;
            return static_cast<float>(range.low * (1 - part) + range.high * part);
        });
        const Image image = draw(picture, {128, 0.5, 1}, 256, 1);
        for (int i = 0; i < 256; ++i)
            ASSERT_EQ(grey_at(image, i, 0), i) << range.low << " to " << range.high;
    }
}

TEST_F(RenderTest, EmptyRangeIsDrawnInTheMiddle) {
    style_.low = style_.high = 3;
    const Image image =
        draw(picture_of_cells({3, 1}, [](int, int col) { return static_cast<float>(2 + col); }),
             {1.5, 0.5, 1}, 3, 1);
    EXPECT_EQ(grey_at(image, 0, 0), 0);
    EXPECT_NEAR(grey_at(image, 1, 0), 128, 1);
    EXPECT_EQ(grey_at(image, 2, 0), 255);
}

TEST_F(RenderTest, WholeZoomDrawsExactBlocksRowZeroOnTop) {
    // Odd sizes, an odd zoom, every cell another grey.
    const GridSize grid{5, 3};
    const auto picture =
        picture_of_cells(grid, [](int row, int col) { return grey_value((row * 5 + col) * 16); });
    for (const int zoom : {1, 2, 7, 16}) {
        const int width = grid.width * zoom;
        const int height = grid.height * zoom;
        const Image image = draw(picture, fit_view(grid, width, height), width, height);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                ASSERT_EQ(grey_at(image, x, y), (y / zoom * 5 + x / zoom) * 16)
                    << x << ", " << y << " zoom " << zoom;
    }
}

TEST_F(RenderTest, OffsetsKeepCellsWhole) {
    const auto picture = picture_of_cells(
        {40, 40}, [](int row, int col) { return grey_value((row * 3 + col * 5) % 256); });
    for (const ViewTransform view :
         {ViewTransform{20, 20, 5}, ViewTransform{11.3, 27.9, 5}, ViewTransform{2.71, 38.2, 6}}) {
        const int width = 101;
        const int height = 67;
        const Image image = draw(picture, view, width, height);
        // The corner of the grid on a whole pixel, from the definition.
        const double left = std::round(width / 2.0 - view.centre_col * view.pixels_per_cell);
        const double top = std::round(height / 2.0 - view.centre_row * view.pixels_per_cell);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const auto col = static_cast<int>(std::floor((x - left) / view.pixels_per_cell));
                const auto row = static_cast<int>(std::floor((y - top) / view.pixels_per_cell));
                if (col < 0 || row < 0 || col >= 40 || row >= 40)
                    ASSERT_EQ(alpha_at(image, x, y), 0);
                else
                    ASSERT_EQ(grey_at(image, x, y), (row * 3 + col * 5) % 256);
            }
    }
}

TEST_F(RenderTest, FarFromTheCornerCellsAreStillExact) {
    const GridSize grid{16000, 2};
    const auto picture = picture_of_cells(grid, [](int, int col) { return grey_value(col % 256); });
    const Image image = draw(picture, {15950, 1, 37}, 370, 40);
    for (int x = 0; x < 370; ++x)
        ASSERT_EQ(grey_at(image, x, 20), (15945 + x / 37) % 256) << x;
}

TEST_F(RenderTest, LinearInterpolatesBetweenCellCentres) {
    style_.filter = FieldFilter::linear;
    const int zoom = 20;
    // Bilinear data are met exactly; one step of 255 for rounding of the value and the map.
    const auto value = [](double row, double col) {
        return 0.1 + 0.2 * row + 0.05 * col + 0.02 * row * col;
    };
    const GridSize grid{6, 4};
    const auto picture = picture_of_cells(
        grid, [&](int row, int col) { return static_cast<float>(value(row, col)); });
    const Image image = draw(picture, fit_view(grid, 120, 80), 120, 80);
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 120; ++x) {
            const double col = std::clamp((x + 0.5) / zoom - 0.5, 0.0, 5.0);
            const double row = std::clamp((y + 0.5) / zoom - 0.5, 0.0, 3.0);
            const double expected = std::min(255 * value(row, col), 255.0);
            ASSERT_NEAR(grey_at(image, x, y), expected, 1) << x << ", " << y;
        }
}

TEST_F(RenderTest, NonFiniteCellsHaveTheirOwnStripes) {
    const float values[] = {not_a_number, infinity, -infinity, -not_a_number};
    const StripeStyle styles[] = {nan_stripes, positive_infinity_stripes, negative_infinity_stripes,
                                  nan_stripes};
    const int zoom = 32;
    const auto picture =
        picture_of_cells({8, 1}, [&](int, int col) { return col % 2 ? 0.5f : values[col / 2]; });
    for (const FieldFilter filter : {FieldFilter::nearest, FieldFilter::linear})
        for (const bool marked : {false, true}) {
            style_.filter = filter;
            style_.mark_out_of_range = marked;
            const Image image = draw(picture, {4, 0.5, static_cast<double>(zoom)}, 8 * zoom, zoom);
            for (int cell = 0; cell < 8; ++cell) {
                int light = 0;
                int dark = 0;
                for (int y = 2; y < zoom - 2; ++y)
                    for (int x = cell * zoom + 2; x < (cell + 1) * zoom - 2; ++x) {
                        const Rgb color = color_at(image, x, y);
                        if (cell % 2 == 1) {
                            // Finite, and nothing of its neighbours is mixed in.
                            ASSERT_NEAR(color.r, 128, 1);
                            ASSERT_EQ(color.r, color.b);
                        } else {
                            ASSERT_TRUE(is_stripe(color, styles[cell / 2])) << "cell " << cell;
                            light += color == styles[cell / 2].light ? 1 : 0;
                            dark += color == styles[cell / 2].dark ? 1 : 0;
                        }
                    }
                if (cell % 2 == 0) {
                    EXPECT_GT(light, 28 * 28 / 4);
                    EXPECT_GT(dark, 28 * 28 / 4);
                }
            }
            // A thin rim on the side of the finite neighbour.
            EXPECT_EQ(color_at(image, zoom - 1, 10), non_finite_rim);
        }
}

TEST_F(RenderTest, StripesRunAsDeclaredAndSixPixelsWide) {
    const auto all = [this](float value) {
        return draw(picture_of_cells({1, 1}, [value](int, int) { return value; }), {0.5, 0.5, 60},
                    60, 60);
    };
    const Image nan = all(not_a_number);
    const Image plus = all(infinity);
    const Image minus = all(-infinity);
    for (int y = 0; y + 1 < 60; ++y)
        for (int x = 0; x + 6 < 60; ++x) {
            // Rising: the same one pixel right and up.
            ASSERT_EQ(color_at(nan, x + 1, y), color_at(nan, x, y + 1));
            ASSERT_NE(color_at(nan, x, y), color_at(nan, x + 6, y));
            ASSERT_EQ(color_at(plus, x, y), color_at(plus, x, y + 1));
            ASSERT_NE(color_at(plus, x, y), color_at(plus, x + 6, y));
            ASSERT_EQ(color_at(minus, x, y), color_at(minus, x + 1, y));
        }
    style_.scale = 2;
    const Image large = all(infinity);
    EXPECT_EQ(color_at(large, 0, 0), color_at(large, 11, 0));
    EXPECT_NE(color_at(large, 0, 0), color_at(large, 12, 0));
}

TEST_F(RenderTest, LockedRangeMarksWhatLiesOutside) {
    const float values[] = {-5, -0.01f, -1e-6f, 0, 1, 1.000001f, 1.01f, 7};
    const auto picture = picture_of_cells({8, 1}, [&](int, int col) { return values[col]; });
    Image image = draw(picture, {4, 0.5, 1}, 8, 1);
    for (int x = 0; x < 8; ++x)
        EXPECT_EQ(grey_at(image, x, 0), x < 4 ? 0 : 255) << "not locked: clamped to the map's ends";
    style_.mark_out_of_range = true;
    image = draw(picture, {4, 0.5, 1}, 8, 1);
    EXPECT_EQ(color_at(image, 0, 0), grey_.under);
    EXPECT_EQ(color_at(image, 1, 0), grey_.under);
    // Less than half a colour outside is rounding, not news.
    EXPECT_EQ(grey_at(image, 2, 0), 0);
    EXPECT_EQ(grey_at(image, 3, 0), 0);
    EXPECT_EQ(grey_at(image, 4, 0), 255);
    EXPECT_EQ(grey_at(image, 5, 0), 255);
    EXPECT_EQ(color_at(image, 6, 0), grey_.over);
    EXPECT_EQ(color_at(image, 7, 0), grey_.over);
}

TEST_F(RenderTest, OutsideTheGridIsTransparent) {
    const auto picture = picture_of_cells({4, 4}, [](int, int) { return 1.0f; });
    const Image image = draw(picture, {2, 2, 3}, 20, 20);
    int drawn = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        drawn += image.rgba[i + 3] == 255 ? 1 : 0;
        EXPECT_EQ(image.rgba[i], image.rgba[i + 3]) << "premultiplied";
    }
    EXPECT_EQ(drawn, 144);
    for (const ViewTransform view :
         {ViewTransform{400, 2, 3}, ViewTransform{-1e12, 1e12, 3}, ViewTransform{2, -50, 0.01}})
        for (const std::uint8_t byte : draw(picture, view, 20, 20).rgba)
            ASSERT_EQ(byte, 0);
}

TEST_F(RenderTest, PartsNotThereYetHaveTheirOwnColour) {
    FieldPicture part =
        picture_of_cells({3, 2}, [](int row, int col) { return grey_value((row * 3 + col) * 40); });
    part.grid = {8, 4};
    part.cells = {2, 1, 3, 2};
    const Image image = draw(part, fit_view(part.grid, 80, 40), 80, 40);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 80; ++x) {
            const int col = x / 10 - 2;
            const int row = y / 10 - 1;
            if (col < 0 || row < 0 || col >= 3 || row >= 2)
                ASSERT_EQ(color_at(image, x, y), style_.pending);
            else
                ASSERT_EQ(grey_at(image, x, y), (row * 3 + col) * 40);
        }
}

TEST_F(RenderTest, AwkwardGridsAreDrawnWhole) {
    style_.isotherms = style_.cell_lines = true;
    for (const GridSize grid :
         {GridSize{1, 1}, GridSize{2, 1}, GridSize{1, 2}, GridSize{3, 3}, GridSize{1, 500},
          GridSize{2000, 3}, GridSize{31, 33}, GridSize{511, 513}})
        for (const FieldFilter filter : {FieldFilter::nearest, FieldFilter::linear}) {
            style_.filter = filter;
            const auto picture = picture_of_cells(grid, [](int, int) { return 0.4f; });
            const ViewTransform view = fit_view(grid, 97, 61);
            const Image image = draw(picture, view, 97, 61);
            const ViewMapping mapping(view, 97, 61);
            const auto columns = std::lround(mapping.x_of_col(grid.width) - mapping.x_of_col(0));
            int drawn = 0;
            for (std::size_t i = 3; i < image.rgba.size(); i += 4)
                drawn += image.rgba[i] == 255 ? 1 : 0;
            const auto rows = std::lround(mapping.y_of_row(grid.height) - mapping.y_of_row(0));
            // A side thinner than a pixel may fall between pixel centres.
            if (columns >= 1 && rows >= 1) {
                EXPECT_NEAR(static_cast<double>(drawn), static_cast<double>(columns * rows),
                            static_cast<double>(columns + rows))
                    << grid.width << " x " << grid.height;
            }
        }
}

}  // namespace
}  // namespace heatlab::test
