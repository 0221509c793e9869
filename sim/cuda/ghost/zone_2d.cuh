// A block holds `tile_width` x `tile_height` cells. `zone_steps` of them along each side are ghost
// cells, which neighbouring blocks hold too: with every step the rectangle of cells that are still
// right shrinks by one on each side, and after `zone_steps` steps what is left of it is stored.
//
// A thread has `rows_per_thread` cells below each other in registers; it finds the neighbours to
// the north and south there, and in shared memory only those to the east and west and what lies
// above and below its cells.

using Value = Application::Value;

// With so many threads on a multiprocessor in mind the compiler gives each at most 40 registers.
#if __CUDA_ARCH__ == 750
constexpr int resident_threads = 1024;
#else
constexpr int resident_threads = 1536;
#endif

extern "C" __global__ void __launch_bounds__(threads, resident_threads / threads)
    heatlab_zone(const Value* __restrict__ cells, const Value* __restrict__ source,
                 Value* __restrict__ next, ZoneLaunch launch) {
    // A step reads one copy of the tile and writes the other: one barrier per step is enough. The
    // rows above and below the tile are there to be read, and never matter.
    __shared__ Value tile[2][tile_height + 2][tile_width];

    const int col = threadIdx.x;
    const int first_row = threadIdx.y * rows_per_thread;
    const int block_row = blockIdx.z * gridDim.y + blockIdx.y;  // the last may lie below the grid
    const int x = blockIdx.x * (tile_width - 2 * zone_steps) - zone_steps + col;
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

    const int first_in_grid = -top;  // rows of the tile
    const int last_in_grid = launch.height - 1 - top;

    // The thread's first cell and its neighbours in the copy that is read; as many values further
    // on is the same place in the other one. Beyond a side of the grid is what is at the side.
    Value* here = &tile[0][first_row + 1][col];
    const Value* west = x > 0 ? here - 1 : here;
    const Value* east = x < launch.width - 1 ? here + 1 : here;
    int further = (tile_height + 2) * tile_width;
    // Whether a side of the grid is among the thread's rows, or beside them.
    const bool at_side = first_row <= first_in_grid || first_row + rows_per_thread > last_in_grid;

    const auto advance_rows = [&](bool with_sides) {
        Value above = here[-tile_width];
        const Value below = here[rows_per_thread * tile_width];
#pragma unroll
        for (int i = 0; i < rows_per_thread; ++i) {
            const Value centre = own[i];
            Value north = above;
            Value south = i + 1 < rows_per_thread ? own[min(i + 1, rows_per_thread - 1)] : below;
            above = centre;
            if (with_sides) {
                north = first_row + i > first_in_grid ? north : centre;
                south = first_row + i < last_in_grid ? south : centre;
            }
            own[i] = Application::updated(centre, north, east[i * tile_width], south,
                                          west[i * tile_width], added[i], launch.coefficients);
        }
    };

#pragma unroll 1
    for (int step = 1; step <= launch.steps; ++step) {
        __syncthreads();
        // Of a thread some of whose rows are needed all are computed: those that are not right any
        // more, or outside the grid, do no harm, for what reads them is not right either.
        const int from = max(step, first_in_grid);
        const int to = min(tile_height - 1 - step, last_in_grid);
        if (in_grid && col >= step && col < tile_width - step &&
            from < first_row + rows_per_thread && to >= first_row) {
            if (at_side) {
                advance_rows(true);
            } else {
                advance_rows(false);
            }
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) {
                here[i * tile_width + further] = own[i];
            }
        }
        here += further;
        west += further;
        east += further;
        further = -further;
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
