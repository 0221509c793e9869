// Writes the four walls into the boundary ring of both buffers: launches read the ring from
// whichever buffer they start from.

#include "sim/cuda/kernels/device_grid.cuh"

using namespace heatlab::cuda;

/// One thread per ring cell: the top row, the bottom row, the left column, the right column.
/// Corners are visited twice and get the same value both times: they belong to top and bottom.
extern "C" __global__ void __launch_bounds__(256)
    set_ring(float* u, float* next, FieldLayout layout, float top, float right, float bottom,
             float left) {
    const long long along = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    const long long width = layout.width;
    const long long height = layout.height;
    if (along >= 2 * (width + height)) {
        return;
    }
    const bool in_rows = along < 2 * width;
    const long long side = along - 2 * width;
    const int row = in_rows ? (along < width ? 0 : layout.height - 1) : side % height;
    const int col = in_rows ? along % width : (side < height ? 0 : layout.width - 1);
    const float value = row == 0                   ? top
                        : row == layout.height - 1 ? bottom
                        : col == 0                 ? left
                                                   : right;
    const size_t cell = cell_index(layout, row, col);
    u[cell] = value;
    next[cell] = value;
}
