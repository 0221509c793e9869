// A block holds `tile_width` x `tile_height` cells. `zone_steps` of them along each side are ghost
// cells, which neighbouring blocks hold too: with every step the rectangle of cells that are still
// right shrinks by one on each side, and after `zone_steps` steps what is left of it is stored.
//
// A thread has `rows_per_thread` cells below each other in registers; it finds the neighbours to
// the north and south there, and in shared memory only those to the east and west and what lies
// above and below its cells.

using Value = Application::Value;

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone(const Value* __restrict__ cells, const Value* __restrict__ source,
                 Value* __restrict__ next, ZoneLaunch launch) {
    // A step reads one copy of the tile and writes the other: one barrier per step is enough. The
    // rows above and below the tile are there to be read, and never matter.
    __shared__ Value tile[2][tile_height + 2][tile_width];

    const int col = threadIdx.x;
    const int first_row = threadIdx.y * rows_per_thread;
    const int block_col = blockIdx.x % launch.blocks_across;
    const int block_row = blockIdx.x / launch.blocks_across;
    const int x = block_col * (tile_width - 2 * zone_steps) - zone_steps + col;
    const int top = block_row * (tile_height - 2 * zone_steps) - zone_steps;  // y of row 0
    const bool in_grid = x >= 0 && x < launch.width;

    Value own[rows_per_thread];
    Value added[rows_per_thread];
    const int nearest_x = min(max(x, 0), launch.width - 1);
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const int nearest_y = min(max(top + first_row + i, 0), launch.height - 1);
        const size_t cell = size_t(nearest_y) * launch.width + nearest_x;
        own[i] = cells[cell];
        added[i] = Application::has_source ? source[cell] : Value();
        tile[0][first_row + i + 1][col] = own[i];
    }

    // Beyond a side of the grid is what is at the side.
    const int west = x > 0 ? -1 : 0;
    const int east = x < launch.width - 1 ? 1 : 0;
    const int first_in_grid = -top;  // rows of the tile
    const int last_in_grid = launch.height - 1 - top;

    const Value* before = &tile[0][first_row + 1][col];
    Value* after = &tile[1][first_row + 1][col];
#pragma unroll 1
    for (int step = 1; step <= launch.steps; ++step) {
        __syncthreads();
        const int from = max(step, first_in_grid) - first_row;
        const int to = min(tile_height - 1 - step, last_in_grid) - first_row;
        if (in_grid && col >= step && col < tile_width - step && from < rows_per_thread &&
            to >= 0) {
            Value above = before[-tile_width];
            const Value below = before[rows_per_thread * tile_width];
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) {
                const Value centre = own[i];
                if (i >= from && i <= to) {
                    const Value under =
                        i + 1 < rows_per_thread ? own[min(i + 1, rows_per_thread - 1)] : below;
                    const Value north = first_row + i > first_in_grid ? above : centre;
                    const Value south = first_row + i < last_in_grid ? under : centre;
                    own[i] = Application::updated(centre, north, before[i * tile_width + east],
                                                  south, before[i * tile_width + west], added[i],
                                                  launch.coefficients);
                    after[i * tile_width] = own[i];
                }
                above = centre;
            }
        }
        Value* const written = after;
        after = const_cast<Value*>(before);
        before = written;
    }

#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const int row = first_row + i;
        if (in_grid && col >= zone_steps && col < tile_width - zone_steps && row >= zone_steps &&
            row < tile_height - zone_steps && row <= last_in_grid) {
            next[size_t(top + row) * launch.width + x] = own[i];
        }
    }
}
