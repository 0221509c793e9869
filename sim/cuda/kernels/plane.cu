// Gathers a plane of cells across a field of three dimensions into a field of two, of which
// pictures are made.

#include "sim/cuda/kernels/device_grid.cuh"

using namespace heatlab::cuda;

/// `u`: the plane's first cell; the next one in a row and in a column is so many cells further.
extern "C" __global__ void __launch_bounds__(256)
    gather_plane(const float* __restrict__ u, size_t to_east, size_t to_south,
                 float* __restrict__ plane, FieldLayout layout) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (in_grid(layout, row, col)) {
        plane[cell_index(layout, row, col)] = u[row * to_south + col * to_east];
    }
}
