#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heatlab {

/// Extent of a grid in cells, the boundary included. Row 0 is the top of the picture.
///
/// In one dimension a grid is one row, in three it is `depth` slices of `height` rows. In memory a
/// field is rows of `width` cells, slice after slice: a `Cell` of it counts those rows.
struct GridSize {
    int width = 0;
    int height = 0;  ///< of a slice; 1 in one dimension
    int depth = 1;   ///< slices; 1 but in three dimensions
    int dimensions = 2;

    /// `cells` in a row, in one dimension.
    static GridSize line(int cells) { return {cells, 1, 1, 1}; }
    /// In three dimensions; `height` times `depth` is an int.
    static GridSize box(int width, int height, int depth) { return {width, height, depth, 3}; }

    /// Rows in memory.
    int rows() const { return height * depth; }
    std::int64_t cells() const { return std::int64_t{width} * height * depth; }
    /// The rows in memory as a grid of two dimensions; itself where it has two.
    GridSize sheet() const { return {width, rows()}; }
    /// Cells inside a ring of fixed ones along every axis; 0 where the ring is all there is.
    std::int64_t interior_cells() const {
        const auto inside = [](int cells) { return std::int64_t{std::max(0, cells - 2)}; };
        return inside(width) * (dimensions > 1 ? inside(height) : 1) *
               (dimensions > 2 ? inside(depth) : 1);
    }
    bool has_interior() const { return interior_cells() > 0; }

    friend bool operator==(const GridSize&, const GridSize&) = default;
};

struct Cell {
    int row = 0;  ///< of memory: through all slices
    int col = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// A rectangle of cells: columns [col, col + width), rows [row, row + height).
struct CellRect {
    int col = 0;
    int row = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const CellRect&, const CellRect&) = default;
};

enum class Axis { x, y, z };

/// A plane of cells across an axis of a grid of three dimensions. Its columns and rows are x and y
/// across z, x and z across y, and z and y across x.
struct Plane {
    Axis across = Axis::z;
    int index = 0;  ///< along that axis

    friend bool operator==(const Plane&, const Plane&) = default;
};

/// The cells of a plane as a grid of two dimensions; of a grid of fewer than three, that grid.
inline GridSize plane_size(GridSize grid, Axis across) {
    if (grid.dimensions != 3)
        return grid;
    switch (across) {
        case Axis::x:
            return {grid.depth, grid.height};
        case Axis::y:
            return {grid.width, grid.depth};
        case Axis::z:
            break;
    }
    return {grid.width, grid.height};
}

/// A cell of a plane, counted through the grid's memory.
inline Cell cell_of_plane(GridSize grid, const Plane& plane, Cell in_plane) {
    if (grid.dimensions != 3)
        return in_plane;
    switch (plane.across) {
        case Axis::x:
            return {in_plane.col * grid.height + in_plane.row, plane.index};
        case Axis::y:
            return {in_plane.row * grid.height + plane.index, in_plane.col};
        case Axis::z:
            break;
    }
    return {plane.index * grid.height + in_plane.row, in_plane.col};
}

/// The inverse, of a cell that lies in that plane.
inline Cell cell_in_plane(GridSize grid, const Plane& plane, Cell cell) {
    if (grid.dimensions != 3)
        return cell;
    const int slice = cell.row / grid.height;
    const int row = cell.row % grid.height;
    switch (plane.across) {
        case Axis::x:
            return {row, slice};
        case Axis::y:
            return {slice, cell.col};
        case Axis::z:
            break;
    }
    return {row, cell.col};
}

/// Temperatures held along the sides: two in one dimension (left and right), four in two, six faces
/// in three. Corners belong to top and bottom, and what slice 0 and the last have of the others
/// belongs to front and back.
struct Walls {
    double top = 0;
    double right = 0;
    double bottom = 0;
    double left = 0;
    double front = 0;  ///< slice 0
    double back = 0;   ///< the last slice

    friend bool operator==(const Walls&, const Walls&) = default;
};

}  // namespace heatlab
