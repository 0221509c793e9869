// Compares two fields of the same layout cell by cell: how many cells differ, which is the first in
// reading order, how far they are apart; and draws the difference. Cells are the same where their
// bits are, or where both are NaN.

#include "sim/cuda/kernels/block_largest.cuh"
#include "sim/cuda/kernels/difference_record.h"
#include "sim/cuda/kernels/field_quads.cuh"
#include "sim/cuda/kernels/picture_group.cuh"

using namespace heatlab::cuda;

namespace {

constexpr int rows_ahead = 4;
constexpr int warps = analysis_threads / warp_threads;

__device__ __forceinline__ bool same(float a, float b) {
    return __float_as_uint(a) == __float_as_uint(b) || (is_nan(a) && is_nan(b));
}

/// What some threads have found.
struct Finding {
    unsigned cells;
    unsigned largest_bits;
    CellKey first;
};

__device__ __forceinline__ void merge(Finding& finding, const Finding& other) {
    finding.cells += other.cells;
    finding.largest_bits = max(finding.largest_bits, other.largest_bits);
    finding.first = min(finding.first, other.first);
}

/// Folds the findings of a warp into its first lane.
__device__ __forceinline__ void reduce_warp(Finding& finding) {
    for (int offset = warp_threads / 2; offset > 0; offset /= 2) {
        merge(finding, {__shfl_down_sync(whole_warp, finding.cells, offset),
                        __shfl_down_sync(whole_warp, finding.largest_bits, offset),
                        __shfl_down_sync(whole_warp, finding.first, offset)});
    }
}

/// Four cells of a row.
__device__ __forceinline__ void compare_quad(Finding& finding, const float4& a, const float4& b,
                                             int row, int col, int count) {
    const float first[columns_per_thread] = {a.x, a.y, a.z, a.w};
    const float second[columns_per_thread] = {b.x, b.y, b.z, b.w};
    unsigned differing = 0;
#pragma unroll
    for (int k = 0; k < columns_per_thread; ++k) {
        // What lies beyond the last column belongs to nobody.
        if (k < count && !same(first[k], second[k])) {
            differing |= 1u << k;
        }
    }
    if (differing == 0) {
        return;
    }
    finding.cells += static_cast<unsigned>(__popc(differing));
    finding.first = min(finding.first, key_of(row, col + __ffs(static_cast<int>(differing)) - 1));
#pragma unroll
    for (int k = 0; k < columns_per_thread; ++k) {
        const float difference = second[k] - first[k];
        if (((differing >> k) & 1u) != 0 && !is_non_finite(difference)) {
            finding.largest_bits =
                max(finding.largest_bits, __float_as_uint(difference) & 0x7fffffffu);
        }
    }
}

/// A thread's four columns of a strip.
__device__ __forceinline__ void compare_strip(Finding& finding, const float* first,
                                              const float* second, const FieldLayout& layout,
                                              const FieldStrip& strip) {
    const int col = strip.first_col + static_cast<int>(threadIdx.x) * columns_per_thread;
    const int count = min(columns_per_thread, layout.width - col);
    if (count <= 0) {
        return;
    }
    for (int row = strip.first_row; row < strip.end_row; row += rows_ahead) {
        float4 a[rows_ahead];
        float4 b[rows_ahead];
#pragma unroll
        for (int i = 0; i < rows_ahead; ++i) {
            // Past the end the last row again, which is in the cache.
            const size_t at = cell_index(layout, min(row + i, strip.end_row - 1), col);
            a[i] = *reinterpret_cast<const float4*>(first + at);
            b[i] = *reinterpret_cast<const float4*>(second + at);
        }
#pragma unroll
        for (int i = 0; i < rows_ahead; ++i) {
            if (row + i < strip.end_row) {
                compare_quad(finding, a[i], b[i], row + i, col, count);
            }
        }
    }
}

/// second - first as a picture shows it: 0 where the cells are the same, NaN where they differ by
/// nothing finite. + 0 takes the sign from a zero.
__device__ __forceinline__ float shown_difference(float a, float b) {
    const float difference = (b - a) + 0.0f;
    if (same(a, b)) {
        return 0.0f;
    }
    return is_non_finite(difference) ? __uint_as_float(0x7fc00000u) : difference;
}

/// The differences of a column of cells, or of a whole block.
struct Extremes {
    float minimum;  ///< of the finite ones
    float maximum;
    unsigned unknown;  ///< whether there is one that is not finite
};

__device__ __forceinline__ Extremes no_extremes() {
    const float infinity = __uint_as_float(0x7f800000u);
    return {infinity, -infinity, 0u};
}

__device__ __forceinline__ void merge(Extremes& extremes, const Extremes& other) {
    extremes.minimum = fminf(extremes.minimum, other.minimum);
    extremes.maximum = fmaxf(extremes.maximum, other.maximum);
    extremes.unknown |= other.unknown;
}

/// (mean, minimum, maximum, alternating), as BlockTexel.
__device__ __forceinline__ float4 texel_of(const Extremes& block) {
    const float largest = block.maximum >= -block.minimum ? block.maximum : block.minimum;
    const float mean = block.unknown != 0 ? __uint_as_float(0x7fc00000u) : largest;
    const bool any = block.minimum <= block.maximum;
    return make_float4(mean, any ? block.minimum : mean, any ? block.maximum : mean, 0.0f);
}

}  // namespace

/// Adds to `record`, which is zero before. Blocks that see no difference write nothing.
extern "C" __global__ void __launch_bounds__(analysis_threads)
    compare_fields(const float* __restrict__ first, const float* __restrict__ second,
                   FieldLayout layout, DifferenceRecord* record) {
    Finding finding{0, 0, no_cell};
    const long long strips = strips_of(layout);
    for (long long index = blockIdx.x; index < strips; index += gridDim.x) {
        compare_strip(finding, first, second, layout, strip_of(layout, index));
    }
    __shared__ Finding found[warps];
    reduce_warp(finding);
    if (threadIdx.x % warp_threads == 0) {
        found[threadIdx.x / warp_threads] = finding;
    }
    __syncthreads();
    if (threadIdx.x != 0) {
        return;
    }
    for (int i = 1; i < warps; ++i) {
        merge(finding, found[i]);
    }
    if (finding.cells != 0) {
        atomicAdd(&record->cells, static_cast<unsigned long long>(finding.cells));
        atomicMax(&record->inverted_key, ~finding.first);
        atomicMax(&record->largest_bits, finding.largest_bits);
    }
}

/// Reads the cell that was found. One thread.
extern "C" __global__ void finish_difference(const float* __restrict__ first,
                                             const float* __restrict__ second, FieldLayout layout,
                                             DifferenceRecord* record) {
    if (record->inverted_key == 0) {
        return;
    }
    const CellKey key = ~record->inverted_key;
    const size_t at =
        cell_index(layout, static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffu));
    record->first = first[at];
    record->second = second[at];
}

/// One texel a cell, into a dense buffer of picture.height x picture.width floats.
extern "C" __global__ void __launch_bounds__(256)
    draw_cell_differences(const float* __restrict__ first, const float* __restrict__ second,
                          FieldLayout layout, PictureArguments picture,
                          float* __restrict__ texels) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= picture.height || col >= picture.width) {
        return;
    }
    const size_t at = cell_index(layout, picture.row + row, picture.col + col);
    texels[static_cast<size_t>(row) * picture.width + col] =
        shown_difference(first[at], second[at]);
}

/// One texel a block of cells, into a dense buffer of picture.height x picture.width texels. The
/// threads lie side by side along the rows of blocks, one column of cells each, as in picture.cu.
extern "C" __global__ void __launch_bounds__(most_picture_columns)
    draw_block_differences(const float* __restrict__ first, const float* __restrict__ second,
                           FieldLayout layout, PictureArguments picture,
                           float4* __restrict__ texels) {
    __shared__ Extremes columns[most_picture_columns];
    if (!has_texels(picture)) {
        return;  // all of the group
    }
    const int thread = threadIdx.x;
    const PictureGroup group = picture_group(picture);
    Extremes block = no_extremes();

    for (int from = group.first_col; from < group.end_col; from += picture.columns) {
        const int to = min(from + picture.columns, group.end_col);
        if (from + thread < to) {
            Extremes column = no_extremes();
            for (int row = group.first_row; row < group.end_row; ++row) {
                const size_t at = cell_index(layout, row, from + thread);
                const float difference = shown_difference(first[at], second[at]);
                merge(column, {difference, difference, is_nan(difference) ? 1u : 0u});
            }
            columns[thread] = column;
        }
        __syncthreads();
        for (int col = max(group.block_col, from); col < min(group.block_end, to); ++col) {
            merge(block, columns[col - from]);
        }
        __syncthreads();
    }
    if (group.makes_texel) {
        texels[static_cast<size_t>(group.texel_row) * picture.width + group.texel_col] =
            texel_of(block);
    }
}
