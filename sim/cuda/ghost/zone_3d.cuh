// A block holds `tile_width` x `tile_height` x `tile_depth` cells. `zone_steps` of them along each
// face are ghost cells, which neighbouring blocks hold too: with every step the box of cells that
// are still right shrinks by one on each face, and after `zone_steps` steps what is left of it is
// stored.
//
// A thread has the cells of one column and walks through the slices. What the 3 x 3 cells around
// its own amount to in a slice (`Part`) serves three cells: the one there and those before and
// behind.

using Value = Application::Value;
using Part = Application::Part;

constexpr int slice = tile_width * tile_height;

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_zone(const Value* __restrict__ cells, const Value* __restrict__ source,
                 Value* __restrict__ next, ZoneLaunch launch) {
    // A step reads one copy of the tile and writes the other: one barrier per step is enough.
    __shared__ Value tile[2][tile_depth][tile_height][tile_width];

    const int col = threadIdx.x;
    const int row = threadIdx.y;
    const int x = blockIdx.x * (tile_width - 2 * zone_steps) - zone_steps + col;
    const int y = blockIdx.y * (tile_height - 2 * zone_steps) - zone_steps + row;
    const int front = blockIdx.z * (tile_depth - 2 * zone_steps) - zone_steps;  // z of slice 0
    const bool in_grid = x >= 0 && x < launch.width && y >= 0 && y < launch.height;

    const size_t grid_slice = size_t(launch.width) * launch.height;
    const size_t nearest =
        size_t(min(max(y, 0), launch.height - 1)) * launch.width + min(max(x, 0), launch.width - 1);
#pragma unroll
    for (int i = 0; i < tile_depth; ++i) {
        tile[0][i][row][col] =
            cells[min(max(front + i, 0), launch.depth - 1) * grid_slice + nearest];
    }

    // Beyond a face of the grid is what is at the face.
    const int west = x > 0 ? -1 : 0;
    const int east = x < launch.width - 1 ? 1 : 0;
    const int north = y > 0 ? -tile_width : 0;
    const int south = y < launch.height - 1 ? tile_width : 0;

    Value* before = &tile[0][0][row][col];
    Value* after = &tile[1][0][row][col];
#pragma unroll 1
    for (int step = 1; step <= launch.steps; ++step) {
        __syncthreads();
        if (in_grid && col >= step && col < tile_width - step && row >= step &&
            row < tile_height - step) {
            const int from = max(step, -front);
            const int to = min(tile_depth - 1 - step, launch.depth - 1 - front);
            const auto part_of = [&](int i) {
                const Value* const c = before + i * slice;
                const Value around[3][3] = {{c[north + west], c[north], c[north + east]},
                                            {c[west], c[0], c[east]},
                                            {c[south + west], c[south], c[south + east]}};
                return Application::part(around);
            };
            Part here = part_of(from);
            Part up = front + from > 0 ? part_of(from - 1) : here;
#pragma unroll 2
            for (int i = from; i <= to; ++i) {
                const Part down = front + i < launch.depth - 1 ? part_of(i + 1) : here;
                const Value added =
                    Application::has_source ? source[(front + i) * grid_slice + nearest] : Value();
                after[i * slice] = Application::updated(up, here, down, added, launch.coefficients);
                up = here;
                here = down;
            }
        }
        Value* const written = after;
        after = before;
        before = written;
    }

    if (in_grid && col >= zone_steps && col < tile_width - zone_steps && row >= zone_steps &&
        row < tile_height - zone_steps) {
        const int last = min(tile_depth - 1 - zone_steps, launch.depth - 1 - front);
#pragma unroll 2
        for (int i = zone_steps; i <= last; ++i) {
            next[(front + i) * grid_slice + nearest] = before[i * slice];
        }
    }
}
