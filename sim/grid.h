#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heatlab {

/// Extent of a grid in cells, the boundary ring included. Row 0 is the top of the picture.
struct GridSize {
    int width = 0;
    int height = 0;

    std::int64_t cells() const { return std::int64_t{width} * height; }
    /// Cells that are updated along each axis; 0 where the ring is all there is.
    int interior_width() const { return std::max(0, width - 2); }
    int interior_height() const { return std::max(0, height - 2); }
    bool has_interior() const { return width > 2 && height > 2; }

    friend bool operator==(const GridSize&, const GridSize&) = default;
};

struct Cell {
    int row = 0;
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

/// Temperatures held along the four sides. Corners belong to top and bottom.
struct Walls {
    float top = 0;
    float right = 0;
    float bottom = 0;
    float left = 0;

    friend bool operator==(const Walls&, const Walls&) = default;
};

}  // namespace heatlab
