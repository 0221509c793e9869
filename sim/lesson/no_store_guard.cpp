// Wrong on purpose, for a lesson: the store does not ask whether its cell exists.
//
// Blocks overlap the right and the lower edge of most grids. A thread to the right of the last
// column stores at row * width + col all the same, and that is a cell at the left of the row below;
// what it stores is what the block before has left in the tile. Below the last row it stores behind
// the array.

#include "sim/lesson/block.h"
#include "sim/lesson/steps.h"

namespace heatlab::lesson {

void no_store_guard(const PlainGrid& grid) {
    Tile tile{};
    for_each_block(grid, [&](const Block& block) {
        for_each_thread(block, [&](const Thread& thread) {
            for_each_load(block, thread, [&](std::size_t y, std::size_t x, int row, int col) {
                if (grid.in_grid(row, col))
                    tile[y][x] = grid.u[grid.index(row, col)];
            });
        });
        // The barrier: here the tile is complete.
        for_each_thread(block, [&](const Thread& thread) {
            // Wrong: without if (grid.in_grid(thread.row, thread.col)).
            grid.next[grid.index(thread.row, thread.col)] = updated_in(tile, thread, grid);
        });
    });
}

}  // namespace heatlab::lesson
