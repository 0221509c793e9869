// A field of float64 in float32, as it is shown and read. Four cells a thread, so that what is
// stored is 16 bytes.

#include "sim/cuda/kernels/device_grid.cuh"

using namespace heatlab::cuda;

/// Both fields lie as `layout` says.
extern "C" __global__ void __launch_bounds__(256)
    round_cells(const double* __restrict__ u, float* __restrict__ rounded, FieldLayout layout) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= layout.height || col >= layout.pitch) {
        return;
    }
    const size_t cell = cell_index(layout, row, col);
    const double2 first = *reinterpret_cast<const double2*>(u + cell);
    const double2 second = *reinterpret_cast<const double2*>(u + cell + 2);
    *reinterpret_cast<float4*>(rounded + cell) =
        make_float4(heatlab::rounded_cell(first.x), heatlab::rounded_cell(first.y),
                    heatlab::rounded_cell(second.x), heatlab::rounded_cell(second.y));
}
