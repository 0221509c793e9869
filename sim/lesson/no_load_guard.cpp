// Wrong on purpose, for a lesson: the load of the tile does not ask whether its cell exists.
//
// The field comes out right: a cell that is updated has all its neighbours in the grid, so what was
// fetched from elsewhere is never used. But it was fetched: from the next row, and from before and
// behind the array, where a program may end with an illegal address.

#include "sim/lesson/block.h"
#include "sim/lesson/steps.h"

namespace heatlab::lesson {

void no_load_guard(const PlainGrid& grid) {
    Tile tile{};
    for_each_block(grid, [&](const Block& block) {
        for_each_thread(block, [&](const Thread& thread) {
            for_each_load(block, thread, [&](std::size_t y, std::size_t x, int row, int col) {
                // Wrong: without if (grid.in_grid(row, col)).
                tile[y][x] = grid.u[grid.index(row, col)];
            });
        });
        // The barrier: here the tile is complete.
        for_each_thread(block, [&](const Thread& thread) {
            if (!grid.in_grid(thread.row, thread.col))
                return;
            grid.next[grid.index(thread.row, thread.col)] = updated_in(tile, thread, grid);
        });
    });
}

}  // namespace heatlab::lesson
