// Temporal blocking: a block fetches 36 x 12 cells, computes the 34 x 10 cells of the next step
// that its 32 x 8 outputs depend on, and from those the outputs two steps ahead. The step between
// never leaves shared memory; in exchange neighbouring blocks compute its rim twice.
//
// A wall is a wall at both steps: cells of the boundary ring are carried over as they are. So the
// result is that of two single steps, bit for bit.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

constexpr int outputs_x = 32;
constexpr int outputs_y = 8;
constexpr int threads = outputs_x * outputs_y;
constexpr int middle_width = outputs_x + 2;
constexpr int middle_height = outputs_y + 2;
constexpr int tile_width = outputs_x + 4;
constexpr int tile_height = outputs_y + 4;
constexpr int middle_cells = middle_width * middle_height;
constexpr int tile_cells = tile_width * tile_height;

template <int height, int width>
__device__ __forceinline__ Real step_in_tile(const Real (&tile)[height][width], int y, int x,
                                             bool interior, Real r, Real centre_weight) {
    const Real centre = tile[y][x];
    return interior ? heatlab::updated_cell(tile[y - 1][x], tile[y][x + 1], tile[y + 1][x],
                                            tile[y][x - 1], centre, r, centre_weight)
                    : centre;
}

template <bool to_texture>
__device__ __forceinline__ void advance_tile(const Real* __restrict__ u, Real* __restrict__ next,
                                             const FieldLayout& layout, Real r, Real centre_weight,
                                             cudaSurfaceObject_t texture) {
    __shared__ Real tile[tile_height][tile_width];
    __shared__ Real middle[middle_height][middle_width];
    const int first_row = block_row() * outputs_y;
    const int first_col = blockIdx.x * outputs_x;
    const int thread = threadIdx.y * outputs_x + threadIdx.x;

    for (int filled = 0; filled < tile_cells; filled += threads) {
        const int i = filled + thread;
        const int y = i / tile_width;
        const int x = i % tile_width;
        const int row = first_row + y - 2;
        const int col = first_col + x - 2;
        if (i < tile_cells && in_grid(layout, row, col)) {
            tile[y][x] = u[cell_index(layout, row, col)];
        }
    }
    __syncthreads();

    for (int filled = 0; filled < middle_cells; filled += threads) {
        const int i = filled + thread;
        const int y = i / middle_width;
        const int x = i % middle_width;
        const int row = first_row + y - 1;
        const int col = first_col + x - 1;
        if (i < middle_cells && in_grid(layout, row, col)) {
            middle[y][x] =
                step_in_tile(tile, y + 1, x + 1, in_interior(layout, row, col), r, centre_weight);
        }
    }
    __syncthreads();

    const int row = first_row + threadIdx.y;
    const int col = first_col + threadIdx.x;
    if (!in_grid(layout, row, col)) {
        return;
    }
    const Real value = step_in_tile(middle, threadIdx.y + 1, threadIdx.x + 1,
                                    in_interior(layout, row, col), r, centre_weight);
    next[cell_index(layout, row, col)] = value;
    if (to_texture) {
        store_texel(texture, row, col, value);
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(threads)
    heatlab_two_step(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout,
                     Real r, Real centre_weight) {
    advance_tile<false>(u, next, layout, r, centre_weight, 0);
}

/// The same two steps, for the last launch before the field is shown: the new cells go into the
/// display texture too.
extern "C" __global__ void __launch_bounds__(threads)
    heatlab_two_step_to_texture(const Real* __restrict__ u, Real* __restrict__ next,
                                FieldLayout layout, Real r, Real centre_weight,
                                cudaSurfaceObject_t texture) {
    advance_tile<true>(u, next, layout, r, centre_weight, texture);
}
