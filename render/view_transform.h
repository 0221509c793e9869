#pragma once

#include "sim/grid.h"

namespace heatlab {

/// Which part of the grid a picture shows. Positions are continuous: column c covers [c, c + 1), so
/// the centre of cell (row, col) is at (row + 0.5, col + 0.5).
struct ViewTransform {
    double centre_col = 0;
    double centre_row = 0;
    double pixels_per_cell = 1;

    friend bool operator==(const ViewTransform&, const ViewTransform&) = default;
};

/// Where cells lie in a picture of width x height pixels: the one place that decides it, for the
/// drawn field and for everything laid over it. The grid's corner is put on a whole pixel, so that
/// cells are drawn sharp and equally large at whole zoom, and panning does not shimmer.
class ViewMapping {
public:
    ViewMapping(const ViewTransform& view, int width, int height);

    double x_of_col(double col) const { return origin_x_ + col * pixels_per_cell_; }
    double y_of_row(double row) const { return origin_y_ + row * pixels_per_cell_; }
    double col_of_x(double x) const { return (x - origin_x_) / pixels_per_cell_; }
    double row_of_y(double y) const { return (y - origin_y_) / pixels_per_cell_; }
    double pixels_per_cell() const { return pixels_per_cell_; }

    /// The cell under a point of the picture, which may lie outside the grid.
    Cell cell_at(double x, double y) const;
    /// Cells of `grid` that the picture shows at least in part; empty (0 x 0) where there are none.
    CellRect visible_cells(GridSize grid) const;

private:
    double origin_x_;
    double origin_y_;
    double pixels_per_cell_;
    int width_;
    int height_;
};

/// The whole grid, as large as fits, centred.
ViewTransform fit_view(GridSize grid, int width, int height);

/// The same view at another zoom; what lies under (x, y) stays there.
ViewTransform zoom_view(const ViewTransform& view, int width, int height, double x, double y,
                        double pixels_per_cell);

/// Moved by pixels of the picture: the content follows the pointer.
ViewTransform pan_view(const ViewTransform& view, double dx, double dy);

}  // namespace heatlab
