// A block of 32 x 8 threads fetches the 34 x 10 cells that its outputs depend on into shared
// memory, then every thread computes one cell from there: a cell is fetched 1.33 times instead of
// five.
//
// 340 cells, 256 threads: the threads walk over the tile in strides (strided fill). Near the grid's
// edge the load and the store are guarded, never the barrier: every thread of a block must reach
// it.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

constexpr int outputs_x = 32;
constexpr int outputs_y = 8;
constexpr int threads = outputs_x * outputs_y;
constexpr int tile_width = outputs_x + 2;
constexpr int tile_height = outputs_y + 2;
constexpr int tile_cells = tile_width * tile_height;

template <bool to_texture>
__device__ __forceinline__ void advance_tile(const Real* __restrict__ u, Real* __restrict__ next,
                                             const FieldLayout& layout, Real r, Real centre_weight,
                                             cudaSurfaceObject_t texture) {
    __shared__ Real tile[tile_height][tile_width];
    const int first_row = block_row() * outputs_y;
    const int first_col = blockIdx.x * outputs_x;
    const int thread = threadIdx.y * outputs_x + threadIdx.x;

    for (int filled = 0; filled < tile_cells; filled += threads) {
        const int i = filled + thread;
        const int y = i / tile_width;
        const int x = i % tile_width;
        const int row = first_row + y - 1;
        const int col = first_col + x - 1;
        if (i < tile_cells && in_grid(layout, row, col)) {
            tile[y][x] = u[cell_index(layout, row, col)];
        }
    }
    __syncthreads();

    const int row = first_row + threadIdx.y;
    const int col = first_col + threadIdx.x;
    if (!in_grid(layout, row, col)) {
        return;
    }
    const int y = threadIdx.y + 1;
    const int x = threadIdx.x + 1;
    Real value = tile[y][x];
    if (in_interior(layout, row, col)) {
        value = heatlab::updated_cell(tile[y - 1][x], tile[y][x + 1], tile[y + 1][x],
                                      tile[y][x - 1], value, r, centre_weight);
    }
    next[cell_index(layout, row, col)] = value;
    if (to_texture) {
        store_texel(texture, row, col, value);
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_tiled(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout, Real r,
                  Real centre_weight) {
    advance_tile<false>(u, next, layout, r, centre_weight, 0);
}

/// The same step, for the last launch before the field is shown: the new cells go into the display
/// texture too.
extern "C" __global__ void __launch_bounds__(threads)
    heatlab_tiled_to_texture(const Real* __restrict__ u, Real* __restrict__ next,
                             FieldLayout layout, Real r, Real centre_weight,
                             cudaSurfaceObject_t texture) {
    advance_tile<true>(u, next, layout, r, centre_weight, texture);
}
