// Wrong on purpose, for a lesson: threads without a cell return before the barrier.
//
// They had no cell to compute, but each had one or two of the tile's 340 cells to load. Those
// places keep what the block before has left there. (CUDA leaves open what a barrier does that not
// all threads of a block reach: it may as well never end.)

#include "sim/lesson/block.h"
#include "sim/lesson/steps.h"

namespace heatlab::lesson {

void barrier_in_guard(const PlainGrid& grid) {
    Tile tile{};
    for_each_block(grid, [&](const Block& block) {
        for_each_thread(block, [&](const Thread& thread) {
            // Wrong: this belongs behind the barrier.
            if (!grid.in_grid(thread.row, thread.col))
                return;
            for_each_load(block, thread, [&](std::size_t y, std::size_t x, int row, int col) {
                if (grid.in_grid(row, col))
                    tile[y][x] = grid.u[grid.index(row, col)];
            });
        });
        // The barrier, for those that are left.
        for_each_thread(block, [&](const Thread& thread) {
            if (!grid.in_grid(thread.row, thread.col))
                return;
            grid.next[grid.index(thread.row, thread.col)] = updated_in(tile, thread, grid);
        });
    });
}

}  // namespace heatlab::lesson
