// The baseline: moves every cell once and computes nothing. What it reaches is the memory's speed
// on this grid, and no kernel that reads and writes the field once per step can be faster.
//
// Each thread moves 16 bytes, the widest access there is. They move as integers, so that denormals
// and NaN keep their bits. Rows are whole multiples of 128 bytes, so no row ends within an access.

#include "sim/cuda/kernels/device_grid.cuh"

using namespace heatlab::cuda;

extern "C" __global__ void __launch_bounds__(256)
    heatlab_copy(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout, Real,
                 Real) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = cells_per_access * (blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= layout.height || col >= layout.pitch) {
        return;
    }
    const size_t cell = cell_index(layout, row, col);
    *reinterpret_cast<uint4*>(next + cell) = *reinterpret_cast<const uint4*>(u + cell);
}
