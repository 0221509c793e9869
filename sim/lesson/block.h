#pragma once

#include <array>
#include <cstddef>

#include "sim/lesson/plain_grid.h"
#include "sim/update.h"

// Blocks of threads and their tile as sim/cuda/kernels/tiled.cu has them, played by one thread of
// the processor: all threads of a block in turn up to the barrier, then all of them after it. So a
// mistake that a GPU makes now and then is made here each time, and in the same way.

namespace heatlab::lesson {

inline constexpr int outputs_x = 32;
inline constexpr int outputs_y = 8;
inline constexpr int threads = outputs_x * outputs_y;
inline constexpr int tile_width = outputs_x + 2;
inline constexpr int tile_height = outputs_y + 2;
inline constexpr int tile_cells = tile_width * tile_height;

/// Shared memory: a block finds in it what the one before has left.
using Tile = std::array<std::array<float, tile_width>, tile_height>;

struct Block {
    int first_row = 0;  ///< of its outputs
    int first_col = 0;
};

struct Thread {
    int x = 0;
    int y = 0;
    int row = 0;  ///< of the cell that it computes
    int col = 0;
};

/// In reading order. A GPU has no order of blocks.
template <typename Work>
void for_each_block(const PlainGrid& grid, const Work& work) {
    for (int row = 0; row < grid.height; row += outputs_y)
        for (int col = 0; col < grid.width; col += outputs_x)
            work(Block{row, col});
}

/// What stands between two barriers. A `return` in it ends that thread's part only.
template <typename Work>
void for_each_thread(const Block& block, const Work& work) {
    for (int y = 0; y < outputs_y; ++y)
        for (int x = 0; x < outputs_x; ++x)
            work(Thread{x, y, block.first_row + y, block.first_col + x});
}

/// The tile's places that `thread` has to fill, one or two of the 340, and their cells:
/// `load(place_in_tile_y, place_in_tile_x, row, col)`. The cell may lie outside the grid.
template <typename Load>
void for_each_load(const Block& block, const Thread& thread, const Load& load) {
    for (int i = thread.y * outputs_x + thread.x; i < tile_cells; i += threads) {
        const int y = i / tile_width;
        const int x = i % tile_width;
        load(static_cast<std::size_t>(y), static_cast<std::size_t>(x), block.first_row + y - 1,
             block.first_col + x - 1);
    }
}

/// The new value of `thread`'s cell; cells of the ring keep theirs.
inline float updated_in(const Tile& tile, const Thread& thread, const PlainGrid& grid) {
    const auto y = static_cast<std::size_t>(thread.y) + 1;
    const auto x = static_cast<std::size_t>(thread.x) + 1;
    if (!grid.in_interior(thread.row, thread.col))
        return tile[y][x];
    return updated_cell(tile[y - 1][x], tile[y][x + 1], tile[y + 1][x], tile[y][x - 1], tile[y][x],
                        grid.r, grid.centre_weight);
}

}  // namespace heatlab::lesson
