// One stretch of a brush stroke.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/paint_arguments.h"

using namespace heatlab::cuda;

namespace {

/// Distance from (row, col) of a slice to the segment from (row0, col0) of slice0 to (row1, col1)
/// of slice1, in cells.
__device__ __forceinline__ float distance_to_segment(const PaintArguments& dab, float row,
                                                     float col, float slice) {
    const float rows = dab.row1 - dab.row0;
    const float cols = dab.col1 - dab.col0;
    const float slices = dab.slice1 - dab.slice0;
    const float length_squared = rows * rows + cols * cols + slices * slices;
    float along = 0.0f;
    if (length_squared > 0.0f) {
        along =
            ((row - dab.row0) * rows + (col - dab.col0) * cols + (slice - dab.slice0) * slices) /
            length_squared;
        along = fminf(fmaxf(along, 0.0f), 1.0f);
    }
    const float from_row = row - (dab.row0 + along * rows);
    const float from_col = col - (dab.col0 + along * cols);
    const float from_slice = slice - (dab.slice0 + along * slices);
    return sqrtf(from_row * from_row + from_col * from_col + from_slice * from_slice);
}

/// 1 up to half the radius, 0 from the radius on, smooth between (3 s^2 - 2 s^3).
__device__ __forceinline__ float brush_weight(float distance, float radius) {
    const float s = fminf(fmaxf((radius - distance) / (0.5f * radius), 0.0f), 1.0f);
    return s * s * (3.0f - 2.0f * s);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    paint_dab(Real* u, FieldLayout layout, PaintArguments dab) {
    // Blocks count the rows of one slice after those of another.
    const int rows = dab.last_row - dab.first_row + 1;
    const int index = block_row() * blockDim.y + threadIdx.y;
    const int slice = dab.first_slice + index / rows;
    const int row = dab.first_row + index % rows;
    const int col = dab.first_col + blockIdx.x * blockDim.x + threadIdx.x;
    if (slice > dab.last_slice || col > dab.last_col) {
        return;
    }
    const float distance = distance_to_segment(dab, static_cast<float>(row),
                                               static_cast<float>(col), static_cast<float>(slice));
    const float weight = brush_weight(distance, dab.radius);
    const size_t cell = cell_index(layout, slice * layout.slice_height + row, col);
    // At full weight without arithmetic, so that the brush also removes what is not finite.
    if (weight >= 1.0f) {
        u[cell] = dab.value;
    } else if (weight > 0.0f) {
        u[cell] += Real{weight} * (Real{dab.value} - u[cell]);
    }
}
