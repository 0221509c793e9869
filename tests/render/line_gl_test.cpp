// Fields of one dimension: the picture of space and time, and the curve.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "render/curve_renderer.h"
#include "render/space_time.h"
#include "render_fixture.h"

namespace heatlab::test {
namespace {

class LineTest : public RenderTest {
protected:
    FieldTextureView row(int cells, std::int64_t step, const CellFunction& value) {
        FieldPicture picture = picture_of_cells({cells, 1}, value);
        picture.step = step;
        picture.serial = ++serial_;
        texture_->upload(picture);
        return texture_->view();
    }

private:
    std::uint64_t serial_ = 100;
};

TEST_F(LineTest, SpaceTimeKeepsTheLastRowsInTheirOrder) {
    SpaceTimeTexture history(4);
    EXPECT_TRUE(history.view().empty());
    for (int step = 0; step < 7; ++step) {
        // What was painted on at the same step takes its place.
        history.add(row(8, 10 * step, [](int, int) { return 9.0f; }));
        history.add(row(8, 10 * step, [&](int, int c) { return grey_value(20 * step + c); }));
        EXPECT_EQ(history.view().height, std::min(step + 1, 4));
        EXPECT_EQ(history.view().grid, (GridSize{8, 4}));
    }
    EXPECT_EQ(history.steps(), (std::deque<std::int64_t>{30, 40, 50, 60}));
    renderer_->render(history.view(), {4, 2, 1}, style_, 8, 4);
    const Image image = read_framebuffer(renderer_->framebuffer(), 0, 0, 8, 4, RowOrder::top_first);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x)
            EXPECT_EQ(grey_at(image, x, y), 20 * (y + 3) + x) << x << " " << y;
}

TEST_F(LineTest, SpaceTimeBeginsAnewWhereTheFieldJumpsBackOrChangesItsLength) {
    SpaceTimeTexture history(4);
    history.add(row(8, 5, [](int, int) { return 0.0f; }));
    history.add(row(8, 6, [](int, int) { return 0.0f; }));
    history.add(row(8, 0, [](int, int) { return 1.0f; }));
    EXPECT_EQ(history.steps(), (std::deque<std::int64_t>{0}));
    history.add(row(9, 1, [](int, int) { return 1.0f; }));
    EXPECT_EQ(history.steps(), (std::deque<std::int64_t>{1}));
    EXPECT_EQ(history.view().grid.width, 9);
}

/// Height of the line's middle above the picture's lower edge, in pixels; NaN where there is none.
double height_at(const Image& image, int x) {
    double sum = 0;
    double weights = 0;
    for (int y = 0; y < image.height; ++y) {
        const double alpha = alpha_at(image, x, y) / 255.0;
        sum += alpha * (image.height - y - 0.5);
        weights += alpha;
    }
    return weights > 0 ? sum / weights : std::numeric_limits<double>::quiet_NaN();
}

TEST_F(LineTest, TheCurvePassesThroughTheCells) {
    CurveRenderer curve(HEATLAB_TEST_SHARE);
    CurveStyle style;
    style.fill = 0;
    const auto value = [](int, int c) {
        return 0.5f + 0.3f * std::sin(0.05f * static_cast<float>(c));
    };
    const FieldTextureView field = row(200, 1, value);
    for (const double texels_per_pixel : {1.0, 0.5, 0.2}) {
        curve.render(field, 20, texels_per_pixel, style, 120, 100);
        const Image image =
            read_framebuffer(curve.framebuffer(), 0, 0, 120, 100, RowOrder::top_first);
        for (int x = 5; x < 115; x += 11) {
            const double cell = 20 + (x + 0.5) * texels_per_pixel - 0.5;
            const double wanted = 0.5 + 0.3 * std::sin(0.05 * cell);
            // Three pixels are left free at the top and at the bottom.
            EXPECT_NEAR(height_at(image, x), 3 + wanted * 94, 0.75) << x << " " << cell;
        }
    }
}

TEST_F(LineTest, AZigzagFinerThanAPixelFillsItsRange) {
    CurveRenderer curve(HEATLAB_TEST_SHARE);
    const FieldTextureView field =
        row(1000, 1, [](int, int c) { return c % 2 == 0 ? 0.2f : 0.8f; });
    curve.render(field, 0, 10, {}, 100, 100);
    const Image image = read_framebuffer(curve.framebuffer(), 0, 0, 100, 100, RowOrder::top_first);
    for (int x = 2; x < 98; ++x) {
        for (const int y : {30, 50, 70})  // 0.8 to 0.2 is y 22 to 78
            EXPECT_EQ(alpha_at(image, x, y), 255) << x << " " << y;
        EXPECT_EQ(alpha_at(image, x, 10), 0);
    }
}

TEST_F(LineTest, WhatIsNotANumberIsMarkedAndBeyondTheRodIsNothing) {
    CurveRenderer curve(HEATLAB_TEST_SHARE);
    CurveStyle style;
    style.fill = 0;
    const FieldTextureView field = row(
        20, 1, [](int, int c) { return c == 10 ? std::numeric_limits<float>::quiet_NaN() : 0.5f; });
    curve.render(field, -5, 0.5, style, 60, 40);
    const Image image = read_framebuffer(curve.framebuffer(), 0, 0, 60, 40, RowOrder::top_first);
    EXPECT_EQ(alpha_at(image, 5, 20), 0);          // texel -2.25
    EXPECT_EQ(alpha_at(image, 31, 20) > 0, true);  // texel 10.75
    EXPECT_GT(alpha_at(image, 31, 2), 0);
    EXPECT_EQ(alpha_at(image, 20, 2), 0);  // texel 5.25
    EXPECT_EQ(alpha_at(image, 55, 20), 0);
}

}  // namespace
}  // namespace heatlab::test
