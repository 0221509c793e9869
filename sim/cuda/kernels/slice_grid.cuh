#pragma once

#include "sim/cuda/kernels/device_grid.cuh"

namespace heatlab::cuda {

__device__ __forceinline__ int slices(const FieldLayout& layout) {
    return layout.height / layout.slice_height;
}

/// False on the six faces and outside the grid; `row` counts within the slice.
__device__ __forceinline__ bool in_volume(const FieldLayout& layout, int slice, int row, int col) {
    return slice > 0 && slice < slices(layout) - 1 && row > 0 && row < layout.slice_height - 1 &&
           col > 0 && col < layout.width - 1;
}

/// False on the ring that each slice has, and outside the grid; `row` counts through all slices.
__device__ __forceinline__ bool in_slice_interior(const FieldLayout& layout, int row, int col) {
    const int slice_row = layout.dimensions == 3 ? row % layout.slice_height : row;
    return slice_row > 0 && slice_row < layout.slice_height - 1 && col > 0 &&
           col < layout.width - 1;
}

/// From a cell to that below it in the next slice.
__device__ __forceinline__ size_t slice_cells(const FieldLayout& layout) {
    return static_cast<size_t>(layout.slice_height) * layout.pitch;
}

}  // namespace heatlab::cuda
