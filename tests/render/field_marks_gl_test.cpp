// Isotherms, lines between cells, and drawing with and without knowledge of the values.
#include <gtest/gtest.h>

#include <cmath>

#include "render_fixture.h"

namespace heatlab::test {
namespace {

/// Pixels that differ between the plain picture and the one with isotherms.
class IsothermTest : public RenderTest {
protected:
    std::vector<bool> lines(const FieldPicture& picture, const ViewTransform& view, int width,
                            int height) {
        style_.isotherms = false;
        const Image plain = draw(picture, view, width, height);
        style_.isotherms = true;
        const Image lined = draw(picture, view, width, height);
        std::vector<bool> differs;
        for (std::size_t i = 0; i < plain.rgba.size(); i += 4)
            differs.push_back(std::abs(plain.rgba[i] - lined.rgba[i]) > 4);
        return differs;
    }
    static int count(const std::vector<bool>& differs) {
        return static_cast<int>(std::count(differs.begin(), differs.end(), true));
    }
};

TEST(IsothermInterval, OneTwoFive) {
    EXPECT_FLOAT_EQ(isotherm_interval(0, 1), 0.1f);
    EXPECT_FLOAT_EQ(isotherm_interval(-3, 4), 0.5f);
    EXPECT_FLOAT_EQ(isotherm_interval(0, 2e5f), 2e4f);
    EXPECT_EQ(isotherm_interval(1, 1), 0);
    for (float range = 1e-30f; range < 1e30f; range *= 1.37f) {
        const float levels = range / isotherm_interval(0, range);
        EXPECT_GE(levels, 6) << range;
        EXPECT_LE(levels, 15) << range;
    }
}

TEST_F(IsothermTest, LinesLieOnTheirLevels) {
    // u = c / 200 at the centre of cell c: level k / 10 at column 20 k + 0.5. Cells, and two
    // blocks.
    const GridSize grid{201, 40};
    const auto value = [](int, int col) { return static_cast<float>(col) / 200; };
    const double zoom = 4;
    for (const int block : {1, 2, 4}) {
        const auto picture =
            block == 1 ? picture_of_cells(grid, value) : picture_of_blocks(grid, block, value);
        const auto differs = lines(picture, {100.5, 20, zoom}, 804, 160);
        for (int x = 8; x < 796; ++x) {
            // Distance to the nearest level, in pixels.
            const double col = (x + 0.5) / zoom - 0.5;
            const double away = std::abs(col / 20 - std::round(col / 20)) * 20 * zoom;
            const bool line = differs[std::size_t{80} * 804 + static_cast<std::size_t>(x)];
            if (away < 0.4) {
                EXPECT_TRUE(line) << x << " block " << block;
            } else if (away > 1.6) {
                EXPECT_FALSE(line) << x << " block " << block;
            }
        }
    }
}

TEST_F(IsothermTest, ACircleIsRoundAndThin) {
    // A cone of slope 1/50 per cell: level 1/2 is a circle of radius 25 cells.
    const GridSize grid{101, 101};
    style_.isotherm_interval = 0.5f;
    const auto value = [](int r, int c) {
        return std::hypot(static_cast<float>(r - 50), static_cast<float>(c - 50)) / 50;
    };
    const auto differs = lines(picture_of_cells(grid, value), {50.5, 50.5, 6}, 480, 480);
    int on_circle = 0;
    for (int y = 0; y < 480; ++y)
        for (int x = 0; x < 480; ++x)
            if (differs[static_cast<std::size_t>(y) * 480 + static_cast<std::size_t>(x)]) {
                const double radius = std::hypot(x + 0.5 - 240, y + 0.5 - 240);
                if (radius < 20 || radius > 280)
                    continue;  // the cone's tip, and level 1 in the corners
                ASSERT_NEAR(radius, 150, 2.0);
                ++on_circle;
            }
    // The circumference, once to twice for antialiasing.
    EXPECT_GT(on_circle, 2 * 3.14 * 150 * 0.9);
    EXPECT_LT(on_circle, 2 * 3.14 * 150 * 2.2);
}

TEST_F(IsothermTest, NoLinesWhereThereIsNothingToShow) {
    const GridSize grid{64, 64};
    const ViewTransform view = fit_view(grid, 512, 512);
    EXPECT_EQ(count(lines(picture_of_cells(grid, [](int, int) { return 0.5f; }), view, 512, 512)),
              0)
        << "a plateau that lies on a level";
    EXPECT_EQ(
        count(lines(picture_of_cells(grid, [](int r, int c) { return (r + c) % 2 ? 0.8f : 0.2f; }),
                    view, 512, 512)),
        0)
        << "a checkerboard";
    EXPECT_EQ(
        count(lines(picture_of_cells(grid, [](int, int c) { return static_cast<float>(c) / 20; }),
                    fit_view(grid, 64, 64), 64, 64)),
        0)
        << "lines two pixels apart";
    const auto edge = [](int r, int c) {
        return std::hypot(static_cast<double>(r - 128), static_cast<double>(c - 128)) < 80 ? 1.0f
                                                                                           : 0.0f;
    };
    EXPECT_EQ(
        count(lines(picture_of_blocks({256, 256}, 4, edge), fit_view({256, 256}, 64, 64), 64, 64)),
        0)
        << "an edge between plateaus on levels";
    const auto whisper = [](int r, int c) { return (r + c) % 2 ? 1e-3f : -1e-3f; };
    for (const double zoom : {0.37, 0.65, 1.0, 8.0})
        EXPECT_EQ(count(lines(picture_of_cells({256, 256}, whisper), {128, 128, zoom}, 90, 90)), 0)
            << "a faint checkerboard about a level, zoom " << zoom;
    for (const float amplitude : {0.3f, 0.03f, 0.01f, 3e-3f, 1e-3f})
        for (const double zoom : {1.0, 6.1, 12.0}) {
            const auto walled = [amplitude](int r, int c) {
                if (r == 0 || c == 0 || r == 63 || c == 63)
                    return 0.0f;
                return (r + c) % 2 ? amplitude : -amplitude;
            };
            EXPECT_EQ(count(lines(picture_of_cells(grid, walled), {16, 16, zoom}, 400, 400)), 0)
                << "a checkerboard beside a wall, amplitude " << amplitude << ", zoom " << zoom;
        }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(count(lines(picture_of_cells(grid, [nan](int, int) { return nan; }), view, 512, 512)),
              0);
}

TEST_F(RenderTest, CellLinesBeginCells) {
    const auto picture = picture_of_cells({6, 5}, [](int, int) { return 0.2f; });
    const Image plain = draw(picture, fit_view({6, 5}, 96, 80), 96, 80);
    style_.cell_lines = true;
    const Image lined = draw(picture, fit_view({6, 5}, 96, 80), 96, 80);
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 96; ++x)
            ASSERT_EQ(grey_at(plain, x, y) != grey_at(lined, x, y), x % 16 == 0 || y % 16 == 0)
                << x << ", " << y;
    // Too small for lines, and blocks have none.
    const Image small = draw(picture, fit_view({6, 5}, 18, 15), 18, 15);
    EXPECT_EQ(count_bright(small, 52), 0);
    const Image blocks = draw(picture_of_blocks({6, 5}, 2, [](int, int) { return 0.2f; }),
                              fit_view({6, 5}, 96, 80), 96, 80);
    EXPECT_EQ(count_bright(blocks, 52), 0);
}

// What an upload finds out only leaves work out; the picture must not depend on it.
TEST_F(RenderTest, KnowledgeOfTheValuesChangesNothing) {
    style_.isotherms = true;
    style_.mark_out_of_range = true;
    const float inf = std::numeric_limits<float>::infinity();
    const test::CellFunction fields[] = {
        [](int r, int c) { return std::sin(0.05f * static_cast<float>(r + 2 * c)); },
        [](int r, int c) { return 0.5f + ((r + c) % 2 ? 0.016f : -0.016f); },
        [](int r, int c) { return (r + c) % 2 ? 0.9f : 0.1f; },
        [inf](int r, int c) { return r > 50 && c > 90 ? inf : 0.01f * static_cast<float>(r); },
    };
    for (const auto& field : fields)
        for (const int block : {1, 4})
            for (const double zoom : {0.3, 0.25, 0.7, 6.0}) {
                const auto picture = block == 1 ? picture_of_cells({160, 96}, field)
                                                : picture_of_blocks({160, 96}, block, field);
                const Image known = draw(picture, {80, 48, zoom}, 120, 80);
                const Image unknown = draw_unknown(picture, {80, 48, zoom}, 120, 80);
                EXPECT_EQ(compare_images(known, unknown).maximum, 0)
                    << "block " << block << " zoom " << zoom;
            }
}

}  // namespace
}  // namespace heatlab::test
