#pragma once

#include "sim/cuda/kernels/field_layout.h"
#include "sim/cuda/kernels/real.h"
#include "sim/rounded_cell.h"

namespace heatlab::cuda {

/// Row of blocks that this block belongs to. A launch may have 65,535 blocks along y; taller grids
/// continue along z, and the last layer may reach beyond the grid.
__device__ __forceinline__ int block_row() {
    return blockIdx.z * gridDim.y + blockIdx.y;
}

__device__ __forceinline__ bool in_grid(const FieldLayout& layout, int row, int col) {
    return row >= 0 && row < layout.height && col >= 0 && col < layout.width;
}

/// False on the boundary ring and outside the grid.
__device__ __forceinline__ bool in_interior(const FieldLayout& layout, int row, int col) {
    return row > 0 && row < layout.height - 1 && col > 0 && col < layout.width - 1;
}

/// 64 bits: a grid of 65,536 x 65,536 has more cells than an int counts.
__device__ __forceinline__ size_t cell_index(const FieldLayout& layout, int row, int col) {
    return static_cast<size_t>(row) * layout.pitch + col;
}

/// True for NaN and infinities. By bits: a comparison may be optimised away.
__device__ __forceinline__ bool is_non_finite(float value) {
    return (__float_as_uint(value) & 0x7f800000u) == 0x7f800000u;
}

__device__ __forceinline__ bool is_nan(float value) {
    return (__float_as_uint(value) & 0x7fffffffu) > 0x7f800000u;
}

/// Stores one cell into a surface of float32, whose x counts bytes.
__device__ __forceinline__ void store_texel(cudaSurfaceObject_t surface, int row, int col,
                                            float value) {
    surf2Dwrite(value, surface, col * static_cast<int>(sizeof(float)), row);
}

__device__ __forceinline__ void store_texel(cudaSurfaceObject_t surface, int row, int col,
                                            double value) {
    store_texel(surface, row, col, rounded_cell(value));
}

}  // namespace heatlab::cuda
