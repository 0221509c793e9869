#pragma once

#include <algorithm>

#include "sim/grid.h"

namespace heatlab {

/// How a grid of one dimension is seen: the last shown fields one below the other, as a picture of
/// `columns` x `rows` places, each `block` cells of the rod wide and one shown field high.
struct LineView {
    int block = 1;
    int columns = 1;
    int rows = 1;

    explicit LineView(GridSize line)
        : block((line.width - 1) / most_columns + 1),
          columns((line.width - 1) / block + 1),
          rows(std::clamp(columns * 2 / 7, 8, most_rows)) {}

    GridSize grid() const { return {columns, rows}; }
    /// The cell in the middle of a place.
    Cell cell_at(Cell place, GridSize line) const {
        return {0, std::min(place.col * block + block / 2, line.width - 1)};
    }

    static constexpr int most_columns = 2048;
    static constexpr int most_rows = 586;
};

}  // namespace heatlab
