// Reduces part of the field to a picture of the screen's size: one texel per block of cells, with
// mean, extremes and the largest checkerboard component, so that nothing hides.
//
// A group of lanes (a power of two, at most a warp) shares one texel: its lanes lie side by side
// along a block's rows, so that loads stay contiguous whether blocks are 2 or 200 cells wide.

#include "sim/cuda/kernels/checkerboard.cuh"
#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/picture_arguments.h"

using namespace heatlab::cuda;

namespace {

constexpr unsigned everyone = 0xffffffffu;
constexpr unsigned found_nan = 1;
constexpr unsigned found_infinity = 2;
constexpr unsigned found_minus_infinity = 4;
constexpr unsigned found_finite = 8;

struct Share {
    float mean;  ///< sum of value / cells of the block, so that no sum overflows
    float minimum;
    float maximum;
    float alternating;
    unsigned found;
};

__device__ __forceinline__ void add_cell(Share& share, float value, float weight) {
    if (is_non_finite(value)) {
        share.found |= is_nan(value)  ? found_nan
                       : value > 0.0f ? found_infinity
                                      : found_minus_infinity;
        return;
    }
    share.found |= found_finite;
    share.mean += weight * value;
    share.minimum = fminf(share.minimum, value);
    share.maximum = fmaxf(share.maximum, value);
}

__device__ __forceinline__ void reduce_group(Share& share, int lanes) {
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        share.mean += __shfl_down_sync(everyone, share.mean, offset, lanes);
        share.minimum =
            fminf(share.minimum, __shfl_down_sync(everyone, share.minimum, offset, lanes));
        share.maximum =
            fmaxf(share.maximum, __shfl_down_sync(everyone, share.maximum, offset, lanes));
        share.alternating =
            fmaxf(share.alternating, __shfl_down_sync(everyone, share.alternating, offset, lanes));
        share.found |= __shfl_down_sync(everyone, share.found, offset, lanes);
    }
}

/// (mean, minimum, maximum, alternating), as BlockTexel.
__device__ __forceinline__ float4 texel_of(const Share& share) {
    const float infinity = __uint_as_float(0x7f800000u);
    const float nan = __uint_as_float(0x7fc00000u);
    // Infinities of both signs have no mean either.
    const unsigned both = found_infinity | found_minus_infinity;
    const bool no_mean = (share.found & found_nan) != 0 || (share.found & both) == both;
    const float mean = no_mean                                     ? nan
                       : (share.found & found_infinity) != 0       ? infinity
                       : (share.found & found_minus_infinity) != 0 ? -infinity
                                                                   : share.mean;
    const bool finite = (share.found & found_finite) != 0;
    return make_float4(mean, finite ? share.minimum : mean, finite ? share.maximum : mean,
                       share.alternating);
}

/// The share of this thread's lane, then the whole texel in the group's first lane.
__device__ __forceinline__ Share reduce_block(const float* u, const FieldLayout& layout,
                                              const PictureArguments& picture, int texel_row,
                                              int texel_col, int lane) {
    const float infinity = __uint_as_float(0x7f800000u);
    Share share{0.0f, infinity, -infinity, 0.0f, 0};
    if (texel_row < picture.height && texel_col < picture.width) {
        const int first_row = picture.row + texel_row * picture.block;
        const int first_col = picture.col + texel_col * picture.block;
        const int end_row = min(first_row + picture.block, picture.end_row);
        const int end_col = min(first_col + picture.block, picture.end_col);
        const float cells = static_cast<float>(end_row - first_row) * (end_col - first_col);
        const float weight = 1.0f / cells;
        for (int col = first_col + lane; col < end_col; col += picture.lanes) {
            CheckerboardColumn column(u, layout, first_row, col);
            for (int row = first_row; row < end_row; ++row) {
                column.advance(row);
                add_cell(share, column.centre(), weight);
                if (in_interior(layout, row, col) && !is_non_finite(column.component())) {
                    share.alternating = fmaxf(share.alternating, column.component());
                }
            }
        }
    }
    reduce_group(share, picture.lanes);
    return share;
}

template <typename Store>
__device__ __forceinline__ void reduce_picture(const float* u, const FieldLayout& layout,
                                               const PictureArguments& picture, Store store) {
    const int lane = threadIdx.x % picture.lanes;
    const int texel_row = block_row() * blockDim.y + threadIdx.y;
    const int texel_col = blockIdx.x * (blockDim.x / picture.lanes) + threadIdx.x / picture.lanes;
    const Share share = reduce_block(u, layout, picture, texel_row, texel_col, lane);
    if (lane == 0 && texel_row < picture.height && texel_col < picture.width) {
        store(texel_row, texel_col, texel_of(share));
    }
}

}  // namespace

/// Into a dense buffer of picture.height x picture.width texels, for the way by the host.
extern "C" __global__ void __launch_bounds__(256)
    reduce_to_buffer(const float* __restrict__ u, FieldLayout layout, PictureArguments picture,
                     float4* __restrict__ texels) {
    reduce_picture(u, layout, picture, [&](int row, int col, float4 texel) {
        texels[static_cast<size_t>(row) * picture.width + col] = texel;
    });
}

/// Into a display texture of four float channels, for a field that is larger than a texture may be.
extern "C" __global__ void __launch_bounds__(256)
    reduce_to_texture(const float* __restrict__ u, FieldLayout layout, PictureArguments picture,
                      cudaSurfaceObject_t texture) {
    reduce_picture(u, layout, picture, [&](int row, int col, float4 texel) {
        surf2Dwrite(texel, texture, col * static_cast<int>(sizeof(float4)), row);
    });
}
