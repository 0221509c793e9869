// Writes the walls into the fixed sides of both buffers: launches read the boundary ring from
// whichever buffer they start from.

#include "sim/cuda/kernels/grid_ends.h"
#include "sim/cuda/kernels/slice_grid.cuh"

using namespace heatlab::cuda;

namespace {

__device__ __forceinline__ bool is_fixed(heatlab::AxisEnd end) {
    return !end.insulated && !end.periodic;
}

}  // namespace

/// One thread per ring cell: the top row, the bottom row, the left column, the right column.
/// Corners are visited twice and get the same value both times: they belong to top and bottom,
/// where those are fixed.
extern "C" __global__ void __launch_bounds__(256)
    set_ring(Real* u, Real* next, FieldLayout layout, GridEnds ends, Real top, Real right,
             Real bottom, Real left) {
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
    Real value = 0.0f;
    if (row == 0 && is_fixed(ends.top)) {
        value = top;
    } else if (row == layout.height - 1 && is_fixed(ends.bottom)) {
        value = bottom;
    } else if (col == 0 && is_fixed(ends.left)) {
        value = left;
    } else if (col == layout.width - 1 && is_fixed(ends.right)) {
        value = right;
    } else {
        return;
    }
    const size_t cell = cell_index(layout, row, col);
    u[cell] = value;
    next[cell] = value;
}

/// The six faces of a field of three dimensions, one thread per cell of it. Edges belong to front
/// and back first, then to top and bottom.
extern "C" __global__ void __launch_bounds__(256)
    set_faces(Real* u, Real* next, FieldLayout layout, Real top, Real right, Real bottom, Real left,
              Real front, Real back) {
    const int field_row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (!in_grid(layout, field_row, col)) {
        return;
    }
    const int slice = field_row / layout.slice_height;
    const int row = field_row - slice * layout.slice_height;
    Real value = 0.0f;
    if (slice == 0) {
        value = front;
    } else if (slice == slices(layout) - 1) {
        value = back;
    } else if (row == 0) {
        value = top;
    } else if (row == layout.slice_height - 1) {
        value = bottom;
    } else if (col == 0) {
        value = left;
    } else if (col == layout.width - 1) {
        value = right;
    } else {
        return;
    }
    const size_t cell = cell_index(layout, field_row, col);
    u[cell] = value;
    next[cell] = value;
}
