#pragma once

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/grid_ends.h"

namespace heatlab::cuda {

/// Whether a step changes this cell.
__device__ __forceinline__ bool is_updated_cell(const FieldLayout& layout, const GridEnds& ends,
                                                int row, int col) {
    return is_updated(row, layout.height, ends.top, ends.bottom) &&
           is_updated(col, layout.width, ends.left, ends.right);
}

/// The neighbours of an updated cell, found as its sides say.
struct NeighbourCells {
    Real north;
    Real east;
    Real south;
    Real west;
};

__device__ __forceinline__ NeighbourCells neighbours_of(const Real* u, const FieldLayout& layout,
                                                        const GridEnds& ends, int row, int col) {
    const int before = index_before(row, layout.height, ends.top);
    const int after = index_after(row, layout.height, ends.bottom);
    return {u[cell_index(layout, before, col)],
            u[cell_index(layout, row, index_after(col, layout.width, ends.right))],
            u[cell_index(layout, after, col)],
            u[cell_index(layout, row, index_before(col, layout.width, ends.left))]};
}

}  // namespace heatlab::cuda
