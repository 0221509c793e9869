#include "render/view_transform.h"

#include <gtest/gtest.h>

#include <cmath>

namespace heatlab {
namespace {

TEST(ViewMapping, WholeZoomPutsCellsOnPixels) {
    // An odd grid in an even picture: half a cell off centre, yet whole pixels.
    const ViewMapping mapping({2.5, 1.5, 7}, 100, 50);
    EXPECT_EQ(mapping.x_of_col(0), std::round(mapping.x_of_col(0)));
    EXPECT_EQ(mapping.x_of_col(5) - mapping.x_of_col(0), 35);
    EXPECT_NEAR(mapping.x_of_col(2.5), 50, 0.5);
    EXPECT_NEAR(mapping.y_of_row(1.5), 25, 0.5);
}

TEST(ViewMapping, CellsBeginAtTheirLeftAndTop) {
    const ViewMapping mapping({0, 0, 10}, 0, 0);
    EXPECT_EQ(mapping.cell_at(0, 0), (Cell{0, 0}));
    EXPECT_EQ(mapping.cell_at(9.99, 0), (Cell{0, 0}));
    EXPECT_EQ(mapping.cell_at(10, 20), (Cell{2, 1}));
    EXPECT_EQ(mapping.cell_at(-0.5, -10.5), (Cell{-2, -1}));
}

TEST(ViewMapping, RoundTrip) {
    const ViewMapping mapping({1234.5, 99.25, 0.37}, 801, 333);
    EXPECT_NEAR(mapping.col_of_x(mapping.x_of_col(1000)), 1000, 1e-9);
    EXPECT_NEAR(mapping.row_of_y(mapping.y_of_row(7)), 7, 1e-9);
}

TEST(ViewMapping, VisibleCells) {
    EXPECT_EQ(ViewMapping({50, 25, 10}, 200, 100).visible_cells({100, 50}),
              (CellRect{40, 20, 21, 11}));
    EXPECT_EQ(ViewMapping({50, 25, 1}, 2000, 1000).visible_cells({100, 50}),
              (CellRect{0, 0, 100, 50}));
    EXPECT_EQ(ViewMapping({5000, 25, 10}, 200, 100).visible_cells({100, 50}), CellRect{});
    EXPECT_EQ(ViewMapping({1e300, -1e300, 10}, 200, 100).visible_cells({100, 50}), CellRect{});
    EXPECT_EQ(ViewMapping({50, 25, 10}, 0, 100).visible_cells({100, 50}), CellRect{});
}

TEST(ViewTransform, FitShowsAllOfTheGrid) {
    for (const GridSize grid :
         {GridSize{1, 1}, GridSize{4096, 2048}, GridSize{31, 900}, GridSize{5000, 2}}) {
        const ViewMapping mapping(fit_view(grid, 640, 360), 640, 360);
        EXPECT_EQ(mapping.visible_cells(grid), (CellRect{0, 0, grid.width, grid.height}));
        // Up to half a pixel of rounding, the limiting axis is filled and the other one centred.
        EXPECT_GE(mapping.x_of_col(0), -0.5);
        EXPECT_LE(mapping.x_of_col(grid.width), 640.5);
        EXPECT_GE(mapping.y_of_row(0), -0.5);
        EXPECT_LE(mapping.y_of_row(grid.height), 360.5);
    }
}

TEST(ViewTransform, ZoomKeepsThePointUnderThePointer) {
    const ViewTransform before{100, 60, 3};
    for (const double zoom : {0.1, 1.0, 8.0, 47.3}) {
        const ViewTransform after = zoom_view(before, 800, 600, 123, 456, zoom);
        EXPECT_EQ(after.pixels_per_cell, zoom);
        // Without the rounding to whole pixels.
        EXPECT_NEAR((123 - 400) / zoom + after.centre_col, (123 - 400) / 3.0 + 100, 1e-9);
        EXPECT_NEAR((456 - 300) / zoom + after.centre_row, (456 - 300) / 3.0 + 60, 1e-9);
    }
}

TEST(ViewTransform, PanMovesTheContentWithThePointer) {
    const ViewMapping before({50, 50, 4}, 200, 200);
    const ViewMapping after(pan_view({50, 50, 4}, 8, -12), 200, 200);
    EXPECT_EQ(after.x_of_col(10), before.x_of_col(10) + 8);
    EXPECT_EQ(after.y_of_row(10), before.y_of_row(10) - 12);
}

}  // namespace
}  // namespace heatlab
