// Wrong on purpose, for a lesson: one array, updated where it stands.
//
// When a cell's turn comes, its northern and western neighbours are of the next step already, its
// eastern and southern ones are not. What comes out depends on the order of the cells; threads have
// none.

#include "sim/lesson/steps.h"
#include "sim/update.h"

namespace heatlab::lesson {

void in_place(const PlainGrid& grid) {
    float* const u = grid.next;  // the only array there is
    const int width = grid.width;
    for (int row = 1; row < grid.height - 1; ++row) {
        for (int col = 1; col < width - 1; ++col) {
            float* const cell = u + grid.index(row, col);
            // Wrong: the result is stored where the cells to come will read it.
            *cell = updated_cell(cell[-width], cell[1], cell[width], cell[-1], *cell, grid.r,
                                 grid.centre_weight);
        }
    }
}

}  // namespace heatlab::lesson
