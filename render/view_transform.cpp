#include "render/view_transform.h"

#include <algorithm>
#include <cmath>

namespace heatlab {

namespace {

/// Far outside any grid, so that no conversion overflows.
int clamped_floor(double value) {
    constexpr double limit = 1 << 29;
    return static_cast<int>(std::clamp(std::floor(value), -limit, limit));
}

}  // namespace

ViewMapping::ViewMapping(const ViewTransform& view, int width, int height)
    : origin_x_(std::round(width * 0.5 - view.centre_col * view.pixels_per_cell)),
      origin_y_(std::round(height * 0.5 - view.centre_row * view.pixels_per_cell)),
      pixels_per_cell_(view.pixels_per_cell),
      width_(width),
      height_(height) {}

Cell ViewMapping::cell_at(double x, double y) const {
    return {clamped_floor(row_of_y(y)), clamped_floor(col_of_x(x))};
}

CellRect ViewMapping::visible_cells(GridSize grid) const {
    const Cell first = cell_at(0, 0);
    const Cell last = cell_at(width_, height_);
    const int col0 = std::clamp(first.col, 0, grid.width);
    const int row0 = std::clamp(first.row, 0, grid.height);
    const int col1 = std::clamp(last.col + 1, 0, grid.width);
    const int row1 = std::clamp(last.row + 1, 0, grid.height);
    if (width_ <= 0 || height_ <= 0 || col1 <= col0 || row1 <= row0)
        return {};
    return {col0, row0, col1 - col0, row1 - row0};
}

ViewTransform fit_view(GridSize grid, int width, int height) {
    const double zoom = std::min(static_cast<double>(width) / std::max(grid.width, 1),
                                 static_cast<double>(height) / std::max(grid.height, 1));
    return {grid.width * 0.5, grid.height * 0.5, zoom};
}

ViewTransform zoom_view(const ViewTransform& view, int width, int height, double x, double y,
                        double pixels_per_cell) {
    const double from_centre_x = x - width * 0.5;
    const double from_centre_y = y - height * 0.5;
    const double change = 1 / view.pixels_per_cell - 1 / pixels_per_cell;
    return {view.centre_col + from_centre_x * change, view.centre_row + from_centre_y * change,
            pixels_per_cell};
}

ViewTransform pan_view(const ViewTransform& view, double dx, double dy) {
    return {view.centre_col - dx / view.pixels_per_cell,
            view.centre_row - dy / view.pixels_per_cell, view.pixels_per_cell};
}

}  // namespace heatlab
