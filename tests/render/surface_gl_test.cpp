// The field as a surface in a box, on software OpenGL.
#include <algorithm>
#include <cmath>
#include <limits>

#include "render/surface_renderer.h"
#include "tests/render/render_fixture.h"

namespace heatlab::test {
namespace {

constexpr Rgb ground{10, 40, 160};
constexpr Rgb frame{200, 0, 0};

class SurfaceTest : public RenderTest {
protected:
    void SetUp() override {
        RenderTest::SetUp();
        if (IsSkipped())
            return;
        surface_ = std::make_unique<SurfaceRenderer>(HEATLAB_TEST_SHARE);
        space_.background = ground;
        space_.line = frame;
    }

    Image draw_surface(const FieldPicture& picture, int width = 240, int height = 180) {
        texture_->upload(picture);
        surface_->render(texture_->view(), style_, space_, width, height);
        return read_framebuffer(surface_->framebuffer(), 0, 0, width, height, RowOrder::top_first);
    }
    /// Where the middle of a cell with a value in [0, 1] is seen, by the camera alone.
    glm::dvec2 place_of(GridSize grid, Cell cell, double value, int width = 240,
                        int height = 180) const {
        const BoxExtent extent = surface_extent(grid);
        const OrbitCamera camera(space_.camera, extent, width, height, space_.margin);
        return camera.project({extent.x * ((cell.col + 0.5) / grid.width - 0.5),
                               -extent.y * ((cell.row + 0.5) / grid.height - 0.5),
                               extent.z * (surface_plinth + (1 - surface_plinth) * value - 0.5)});
    }
    static Rgb at(const Image& image, glm::dvec2 place) {
        return color_at(image, static_cast<int>(place.x), static_cast<int>(place.y));
    }

    std::unique_ptr<SurfaceRenderer> surface_;
    SpaceStyle space_;
};

bool is_grey(Rgb c) {
    return c.r == c.g && c.g == c.b;
}

TEST_F(SurfaceTest, LevelGroundHasTheMapsColourFromEverywhere) {
    const GridSize grid{12, 9};
    for (const double azimuth : {-170.0, -30.0, 0.0, 65.0})
        for (const double elevation : {20.0, 45.0, 90.0}) {
            space_.camera = {azimuth, elevation, 1};
            const Image image =
                draw_surface(picture_of_cells(grid, [](int, int) { return grey_value(180); }));
            for (const Cell cell : {Cell{0, 0}, Cell{4, 6}, Cell{8, 11}, Cell{8, 0}}) {
                const Rgb seen = at(image, place_of(grid, cell, grey_value(180)));
                EXPECT_EQ(seen, (Rgb{180, 180, 180}))
                    << azimuth << ", " << elevation << ": row " << cell.row << " col " << cell.col;
            }
        }
}

TEST_F(SurfaceTest, FromAboveEachCellLiesWhereTheFlatPictureHasIt) {
    // Levels of two rows each, so that the middle of a level's outer cell is level ground.
    space_.camera = {0, 90, 1};
    const GridSize grid{8, 8};
    const auto value = [](int row, int col) { return grey_value(60 + 20 * row + 5 * col); };
    const Image image = draw_surface(picture_of_cells(grid, value), 300, 300);
    for (int row = 0; row < 8; ++row)
        for (int col = 0; col < 8; ++col) {
            // A slope is shaded, by an eighth at most here; another cell is farther off.
            const glm::dvec2 place = place_of(grid, {row, col}, value(row, col), 300, 300);
            const Rgb seen = at(image, place);
            EXPECT_TRUE(is_grey(seen));
            EXPECT_GE(seen.r, std::floor(0.4 * 255 * value(row, col)));
        }
    // Brighter to the right and downwards along a line of equal slope.
    for (int k = 0; k + 1 < 8; ++k) {
        const auto grey = [&](int row, int col) {
            return at(image, place_of(grid, {row, col}, value(row, col), 300, 300)).r;
        };
        EXPECT_LT(grey(k, 4), grey(k + 1, 4)) << k;
    }
}

TEST_F(SurfaceTest, APeakIsSeenAtItsHeight) {
    // From the side a hot cell stands against the background, as high as the range reaches.
    space_.camera = {0, 0, 1};
    const GridSize grid{17, 17};
    const auto peak = [](int row, int col) { return row == 8 && col == 8 ? 1.0f : 0.0f; };
    const Image image = draw_surface(picture_of_cells(grid, peak));
    const glm::dvec2 top = place_of(grid, {8, 8}, 1);
    const auto covered_from = [&](int x) {
        for (int y = 0; y < image.height; ++y)
            if (const Rgb c = color_at(image, x, y); c != ground && c != frame)
                return y;
        return image.height;
    };
    // A tip is narrower than a pixel up to a few pixels below it.
    EXPECT_NEAR(covered_from(static_cast<int>(top.x)), top.y, 4);
    // Four cells aside the far rim is seen, which is low.
    const glm::dvec2 low = place_of(grid, {0, 12}, 0);
    EXPECT_NEAR(covered_from(static_cast<int>(low.x)), low.y, 3);
}

TEST_F(SurfaceTest, ANearHillHidesWhatLiesBehind) {
    space_.camera = {0, 8, 1};
    const GridSize grid{21, 21};
    const auto wall = [grid](bool raised) {
        return picture_of_cells(grid, [raised](int row, int) {
            return row == 2 ? grey_value(250) : raised && row >= 14 ? 1.0f : grey_value(20);
        });
    };
    const auto bright_behind = [&](const Image& image) {
        const glm::dvec2 place = place_of(grid, {2, 10}, grey_value(250));
        return at(image, {place.x, place.y + 3}).r;
    };
    const int open = bright_behind(draw_surface(wall(false)));
    EXPECT_GT(open, 60);
    const Image hidden = draw_surface(wall(true));
    // The plateau in front covers the floor between: at its front edge its own colour is seen.
    const glm::dvec2 edge = place_of(grid, {14, 10}, 1);
    EXPECT_GT(at(hidden, {edge.x, edge.y + 1}).r, 150);
}

TEST_F(SurfaceTest, CheckerboardIsSeenCellByCell) {
    space_.camera = {0, 90, 1};
    const GridSize grid{16, 16};
    const auto board = [](int row, int col) { return (row + col) % 2 == 0 ? 1.0f : 0.5f; };
    const Image image = draw_surface(picture_of_cells(grid, board), 400, 400);
    for (int row = 0; row < 16; ++row)
        for (int col = 0; col < 16; ++col) {
            const int grey = at(image, place_of(grid, {row, col}, board(row, col), 400, 400)).r;
            if ((row + col) % 2 == 0)
                EXPECT_GT(grey, 0.39 * 255);
            else
                EXPECT_LT(grey, 0.6 * 255);
        }
}

TEST_F(SurfaceTest, ALargerCheckerboardStillStandsBetweenItsExtremes) {
    // More cells than vertices: 2 x 2 cells a vertex, whose mean is a plain 0.5.
    space_.camera = {0, 0, 1};
    const GridSize grid{2 * most_surface_texels, 2 * most_surface_texels};
    const auto board = [](int row, int col) { return (row + col) % 2 == 0 ? 1.0f : 0.0f; };
    const Image cells = draw_surface(picture_of_cells(grid, board));
    EXPECT_EQ(surface_->block(), 2);
    const Image blocks = draw_surface(picture_of_blocks(grid, 2, board));
    EXPECT_EQ(surface_->block(), 2);
    const glm::dvec2 high = place_of(grid, {grid.height - 1, grid.width / 2}, 0.95);
    const glm::dvec2 middle = place_of(grid, {grid.height - 1, grid.width / 2}, 0.7);
    for (const Image* image : {&cells, &blocks}) {
        EXPECT_NE(at(*image, high), ground);
        EXPECT_NE(at(*image, middle), ground);
    }
}

TEST_F(SurfaceTest, AHotCellAmongManyKeepsItsHeight) {
    space_.camera = {0, 0, 1};
    const GridSize grid{3 * most_surface_texels, 12};
    const int hot = grid.width / 2;
    const auto peak = [hot](int row, int col) { return row == 6 && col == hot ? 1.0f : 0.0f; };
    const Image image = draw_surface(picture_of_cells(grid, peak), 900, 240);
    EXPECT_EQ(surface_->block(), 3);
    // Its mean would be a ninth: half way up there would be nothing.
    const glm::dvec2 half = place_of(grid, {6, hot}, 0.5, 900, 240);
    bool seen = false;
    for (int x = -4; x <= 4; ++x)
        seen = seen || at(image, {half.x + x, half.y}) != ground;
    EXPECT_TRUE(seen);
}

TEST_F(SurfaceTest, WhatIsNotFiniteIsStripedAndNoHole) {
    space_.camera = {20, 60, 1};
    const GridSize grid{9, 9};
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    struct Case {
        float value;
        StripeStyle stripes;
        double height;
    };
    for (const Case& c :
         {Case{nan, nan_stripes, grey_value(100)}, Case{inf, positive_infinity_stripes, 1},
          Case{-inf, negative_infinity_stripes, 0}}) {
        const Image image = draw_surface(picture_of_cells(grid, [&](int row, int col) {
            return row == 4 && col == 4 ? c.value : grey_value(100);
        }));
        const glm::dvec2 place = place_of(grid, {4, 4}, c.height);
        // Some pixels around its middle: in one of the two colours, or a shade of it.
        int striped = 0;
        for (int dy = -2; dy <= 2; ++dy)
            for (int dx = -2; dx <= 2; ++dx) {
                const Rgb seen = at(image, {place.x + dx, place.y + dy});
                for (const Rgb ink : {c.stripes.light, c.stripes.dark}) {
                    const double shade = static_cast<double>(seen.r) / ink.r;
                    striped += std::abs(shade * ink.g - seen.g) < 2 &&
                                       std::abs(shade * ink.b - seen.b) < 2 && shade > 0.6
                                   ? 1
                                   : 0;
                }
            }
        EXPECT_GE(striped, 10) << c.value;
        EXPECT_FALSE(is_grey(c.stripes.light));
    }
}

TEST_F(SurfaceTest, OneCellHasAnExtent) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{1, 40}, GridSize{40, 1}, GridSize{3, 3}}) {
        const Image image =
            draw_surface(picture_of_cells(grid, [](int, int) { return grey_value(200); }));
        const Cell middle{grid.height / 2, grid.width / 2};
        EXPECT_EQ(at(image, place_of(grid, middle, grey_value(200))), (Rgb{200, 200, 200}))
            << grid.width << " x " << grid.height;
    }
}

TEST_F(SurfaceTest, ValuesBeyondALockedRangeHaveItsColoursAndStayInTheBox) {
    style_.mark_out_of_range = true;
    space_.camera = {0, 30, 1};
    const GridSize grid{8, 8};
    const Image over = draw_surface(picture_of_cells(grid, [](int, int) { return 7.0f; }));
    EXPECT_EQ(at(over, place_of(grid, {4, 4}, 1)), grey_.over);
    const Image under = draw_surface(picture_of_cells(grid, [](int, int) { return -7.0f; }));
    EXPECT_EQ(at(under, place_of(grid, {4, 4}, 0)), grey_.under);
}

TEST_F(SurfaceTest, EmptyTextureLeavesTheBoxAlone) {
    surface_->render({}, style_, space_, 120, 90);
    const Image image =
        read_framebuffer(surface_->framebuffer(), 0, 0, 120, 90, RowOrder::top_first);
    for (int y = 0; y < 90; ++y)
        for (int x = 0; x < 120; ++x)
            EXPECT_TRUE(color_at(image, x, y) == ground || color_at(image, x, y) == frame);
}

TEST_F(SurfaceTest, TheCellUnderAPointIsTheOneSeenThere) {
    space_.camera = {-35, 50, 1};
    const GridSize grid{16, 12};
    const auto slope = [](int row, int col) {
        return static_cast<float>(row) / 24 + static_cast<float>(col) / 40;
    };
    draw_surface(picture_of_cells(grid, slope), 600, 450);
    for (const Cell cell : {Cell{0, 0}, Cell{6, 8}, Cell{11, 15}, Cell{3, 12}}) {
        const glm::dvec2 place = place_of(grid, cell, slope(cell.row, cell.col), 600, 450);
        surface_->ask_cell(static_cast<int>(place.x), static_cast<int>(place.y));
        glFinish();
        EXPECT_EQ(surface_->seen_cell(), cell) << cell.row << ", " << cell.col;
    }
    surface_->ask_cell(1, 1);
    glFinish();
    EXPECT_EQ(surface_->seen_cell(), std::nullopt);
}

}  // namespace
}  // namespace heatlab::test
