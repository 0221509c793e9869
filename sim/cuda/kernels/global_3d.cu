// The plain kernel of three dimensions: one thread per cell reads its seven cells from global
// memory, and the caches do the sharing. Slices lie after each other in memory, so the rows of all
// slices are one tall field: a block takes 32 x 8 cells of that, wherever slices begin. What lies
// above and below a cell is a whole slice away.
//
// Cells of the six faces are stored as they were read, so that every warp stores whole lines.

#include "sim/cuda/kernels/slice_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

extern "C" __global__ void __launch_bounds__(256)
    heatlab_global_3d(const float* __restrict__ u, float* __restrict__ next, FieldLayout layout,
                      float r, float centre_weight) {
    const int field_row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (!in_grid(layout, field_row, col)) {
        return;
    }
    const int slice = field_row / layout.slice_height;
    const int row = field_row - slice * layout.slice_height;
    const size_t cell = cell_index(layout, field_row, col);
    const size_t to_slice = slice_cells(layout);
    float value = u[cell];
    if (in_volume(layout, slice, row, col)) {
        value = heatlab::updated_box_cell(u[cell - layout.pitch], u[cell + 1],
                                          u[cell + layout.pitch], u[cell - 1], u[cell - to_slice],
                                          u[cell + to_slice], value, r, centre_weight);
    }
    next[cell] = value;
}
