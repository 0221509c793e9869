// Wrong on purpose, for a lesson: two arrays, of which one was given the start.
//
// A step writes the interior only, because walls do not change. So the ring of the second array
// holds what it held when it was allocated (here: 0), and after each step the two arrays swap.

#include <algorithm>
#include <cstddef>

#include "sim/lesson/steps.h"
#include "sim/update.h"

namespace heatlab::lesson {

void fill_one_buffer(const PlainGrid& grid, const float* start, float* u) {
    const std::ptrdiff_t cells = grid.index(grid.height, 0);
    std::copy(start, start + cells, u);
    // Wrong: this line is missing, and with it the walls of the other array.
    // std::copy(start, start + cells, grid.next);
}

void one_buffer_filled(const PlainGrid& grid) {
    const int width = grid.width;
    for (int row = 1; row < grid.height - 1; ++row) {
        for (int col = 1; col < width - 1; ++col) {
            const float* const cell = grid.u + grid.index(row, col);
            grid.next[grid.index(row, col)] = updated_cell(
                cell[-width], cell[1], cell[width], cell[-1], *cell, grid.r, grid.centre_weight);
        }
    }
}

}  // namespace heatlab::lesson
