#pragma once

#include <cstddef>

namespace heatlab::lesson {

/// A field and the next one as a first program keeps them: row after row, nothing between the rows.
/// What lies before the first cell and behind the last one is nobody's; WrongRun sees to it that a
/// wrong index ends there and does no harm.
struct PlainGrid {
    const float* u = nullptr;  ///< cell (0, 0)
    float* next = nullptr;     ///< cell (0, 0)
    int width = 0;             ///< cells
    int height = 0;
    float r = 0;
    float centre_weight = 1;

    std::ptrdiff_t index(int row, int col) const { return std::ptrdiff_t{row} * width + col; }
    bool in_grid(int row, int col) const {
        return row >= 0 && row < height && col >= 0 && col < width;
    }
    bool in_interior(int row, int col) const {
        return row > 0 && row < height - 1 && col > 0 && col < width - 1;
    }
};

}  // namespace heatlab::lesson
