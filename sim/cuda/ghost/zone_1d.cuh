// A block holds `tile_width` cells, one per thread. `zone_steps` of them on each side are ghost
// cells, which neighbouring blocks hold too: with every step the cells that are still right are one
// fewer on each side, and after `zone_steps` steps those that are left are stored.
//
// Rows of a source are loaded `ahead` steps before they are added, so that a step does not wait for
// the memory. The loop is written out for the largest zone, whatever the zone: for a compiler that
// knows every distance, and so that all zones run the same instructions.

using Value = Application::Value;

constexpr int longest = 32;
constexpr int ahead = 14;

// As many threads as a multiprocessor can have: the compiler then keeps to the registers that so
// many leave to each.
#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030
constexpr int resident_threads = 2048;
#elif __CUDA_ARCH__ == 750
constexpr int resident_threads = 1024;
#else
constexpr int resident_threads = 1536;
#endif

extern "C" __global__ void __launch_bounds__(threads, resident_threads / threads)
    heatlab_zone(const Value* __restrict__ cells, const Value* __restrict__ source,
                 Value* __restrict__ next, ZoneLaunch launch) {
    // A step reads one copy of the tile and writes the other: one barrier per step is enough.
    __shared__ Value tile[2][tile_width];

    const int cell = threadIdx.x;
    const int x = blockIdx.x * (tile_width - 2 * zone_steps) - zone_steps + cell;
    const bool in_grid = x >= 0 && x < launch.width;
    const int nearest = min(max(x, 0), launch.width - 1);
    // Beyond an end of the grid is what is at the end.
    const Value* const west = &tile[0][x > 0 ? cell - 1 : cell];
    const Value* const east = &tile[0][x < launch.width - 1 ? cell + 1 : cell];

    Value own = cells[nearest];
    const Value* upcoming = source + nearest;  // of the row that is to be loaded next
    Value loaded[ahead] = {};
#pragma unroll
    for (int i = 0; i < ahead; ++i) {
        if (!Application::has_source || i >= launch.steps) {
            break;
        }
        loaded[i] = *upcoming;
        upcoming += launch.width;
    }
    tile[0][cell] = own;  // now that all loads are on their way

    int left = launch.steps;
#pragma unroll
    for (int step = 1; step <= longest; ++step) {
        if (left == 0) {
            break;
        }
        __syncthreads();
        const int slot = (step - 1) % ahead;
        const int before = (step - 1) % 2 * tile_width;  // of that copy
        if (in_grid && cell >= step && cell < tile_width - step) {
            own = Application::updated(west[before], own, east[before], loaded[slot],
                                       launch.coefficients);
            tile[step % 2][cell] = own;
        }
        if (Application::has_source && left > ahead) {
            loaded[slot] = *upcoming;
            upcoming += launch.width;
        }
        --left;
    }

    if (in_grid && cell >= zone_steps && cell < tile_width - zone_steps) {
        next[x] = own;
    }
}
