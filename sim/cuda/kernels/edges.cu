// The step of the outermost cells, where sides are insulated or periodic: launched after a kernel's
// own step, which has carried these cells over as they were. Reads what that step read, so it does
// not matter that the rest of the target is new already.

#include "sim/cuda/kernels/neighbour_cells.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

struct OuterCell {
    int row;
    int col;
};

/// Cell `along` of the outermost ones, each once: the top row, the bottom row, then the left and
/// the right column without their corners. A row or column that is not there lies outside the grid.
__device__ __forceinline__ OuterCell outer_cell(const FieldLayout& layout, long long along) {
    const long long width = layout.width;
    if (along < 2 * width) {
        const bool top = along < width;
        return {top ? 0 : (layout.height > 1 ? layout.height - 1 : -1),
                static_cast<int>(top ? along : along - width)};
    }
    const long long side = along - 2 * width;
    const long long between = layout.height > 2 ? layout.height - 2 : 0;
    const bool left = side < between;
    const long long row = 1 + (left ? side : side - between);
    if (row > between) {
        return {-1, -1};
    }
    return {static_cast<int>(row), left ? 0 : (layout.width > 1 ? layout.width - 1 : -1)};
}

template <bool to_texture>
__device__ __forceinline__ void advance_outer_cell(const Real* u, Real* next,
                                                   const FieldLayout& layout, const GridEnds& ends,
                                                   Real r, Real centre_weight,
                                                   cudaSurfaceObject_t texture) {
    const long long along = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    const OuterCell cell = outer_cell(layout, along);
    if (!in_grid(layout, cell.row, cell.col) ||
        !is_updated_cell(layout, ends, cell.row, cell.col)) {
        return;
    }
    const NeighbourCells beside = neighbours_of(u, layout, ends, cell.row, cell.col);
    const size_t index = cell_index(layout, cell.row, cell.col);
    const Real value = heatlab::updated_cell(beside.north, beside.east, beside.south, beside.west,
                                             u[index], r, centre_weight);
    next[index] = value;
    if (to_texture) {
        store_texel(texture, cell.row, cell.col, value);
    }
}

}  // namespace

/// One thread per outermost cell, 2 (width + height) of them at most.
extern "C" __global__ void __launch_bounds__(256)
    advance_edges(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout,
                  GridEnds ends, Real r, Real centre_weight) {
    advance_outer_cell<false>(u, next, layout, ends, r, centre_weight, 0);
}

/// The same after a launch that stored the new cells in the display texture too.
extern "C" __global__ void __launch_bounds__(256)
    advance_edges_to_texture(const Real* __restrict__ u, Real* __restrict__ next,
                             FieldLayout layout, GridEnds ends, Real r, Real centre_weight,
                             cudaSurfaceObject_t texture) {
    advance_outer_cell<true>(u, next, layout, ends, r, centre_weight, texture);
}
