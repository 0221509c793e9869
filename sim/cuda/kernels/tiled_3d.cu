// A block of 32 x 8 threads walks through 16 slices. Of the slice that it is in, a tile and its rim
// lie in shared memory; the cells above and below a thread's own are in its registers and move up
// with each slice. So a cell is fetched 1.44 times and not seven times: 18 slices for 16, and 80
// cells of the rim for 256.
//
// There are two tiles, taken in turns: while some threads still read one, others fill the next, and
// one barrier a slice is enough. Near the grid's sides loads and stores are guarded, never the
// barrier.

#include "sim/cuda/kernels/slice_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

constexpr int outputs_x = 32;
constexpr int outputs_y = 8;
constexpr int outputs_z = 16;
constexpr int tile_width = outputs_x + 2;
constexpr int tile_height = outputs_y + 2;

using Tile = float[tile_height][tile_width];

/// The rim that the tile's cells need; its corners are nobody's neighbours. `at`: this thread's
/// cell.
__device__ __forceinline__ void fill_rim(Tile& tile, const float* at, const FieldLayout& layout,
                                         int row, int col) {
    const int x = threadIdx.x + 1;
    const int y = threadIdx.y + 1;
    if (threadIdx.y == 0 && row > 0) {
        tile[0][x] = at[-layout.pitch];
    }
    if (threadIdx.y == outputs_y - 1 && row + 1 < layout.slice_height) {
        tile[y + 1][x] = at[layout.pitch];
    }
    if (threadIdx.x == 0 && col > 0) {
        tile[y][0] = at[-1];
    }
    if (threadIdx.x == outputs_x - 1 && col + 1 < layout.width) {
        tile[y][x + 1] = at[1];
    }
}

}  // namespace

/// Blocks count along x, then along y, then along the slices; y and z of the launch together are
/// the latter two.
extern "C" __global__ void __launch_bounds__(outputs_x* outputs_y)
    heatlab_tiled_3d(const float* __restrict__ u, float* __restrict__ next, FieldLayout layout,
                     float r, float centre_weight) {
    __shared__ Tile tiles[2];
    const int tiles_down = (layout.slice_height + outputs_y - 1) / outputs_y;
    const int first_slice = block_row() / tiles_down * outputs_z;
    const int end_slice = min(first_slice + outputs_z, slices(layout));
    const int row = block_row() % tiles_down * outputs_y + threadIdx.y;
    const int col = blockIdx.x * outputs_x + threadIdx.x;
    const bool inside = row < layout.slice_height && col < layout.width;
    const int x = threadIdx.x + 1;
    const int y = threadIdx.y + 1;
    const size_t to_slice = slice_cells(layout);

    size_t cell = first_slice * to_slice + cell_index(layout, row, col);
    float up = inside && first_slice > 0 ? u[cell - to_slice] : 0.0f;
    float centre = inside && first_slice < end_slice ? u[cell] : 0.0f;
    for (int slice = first_slice; slice < end_slice; ++slice) {
        Tile& tile = tiles[slice % 2];
        const float down = inside && slice + 1 < slices(layout) ? u[cell + to_slice] : 0.0f;
        if (inside) {
            tile[y][x] = centre;
            fill_rim(tile, u + cell, layout, row, col);
        }
        __syncthreads();
        if (inside) {
            next[cell] =
                in_volume(layout, slice, row, col)
                    ? heatlab::updated_box_cell(tile[y - 1][x], tile[y][x + 1], tile[y + 1][x],
                                                tile[y][x - 1], up, down, centre, r, centre_weight)
                    : centre;
        }
        up = centre;
        centre = down;
        cell += to_slice;
    }
}
