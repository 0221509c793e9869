// Reduces part of the field to a picture of the screen's size: one texel per block of cells, with
// mean, extremes and the largest checkerboard component, so that nothing hides.
//
// The threads of a group lie side by side along the rows of its texels' blocks, one column of cells
// each, and walk down together: a warp reads whole lines, whatever a block's size, and the field is
// read once. What the columns found is then put together block by block, in the order and with the
// operations of the CPU backend.

#include "sim/cuda/kernels/checkerboard.cuh"
#include "sim/cuda/kernels/picture_group.cuh"

using namespace heatlab::cuda;

namespace {

/// Of a column of cells, or of a whole block.
struct Summary {
    float mean;     ///< NaN, +inf or -inf where a cell is not finite (NaN wins)
    float minimum;  ///< of the finite cells
    float maximum;
    float alternating;
};

__device__ __forceinline__ Summary nothing() {
    const float infinity = __uint_as_float(0x7f800000u);
    return {0.0f, infinity, -infinity, 0.0f};
}

/// `value` where it is finite, else NaN, which fminf and fmaxf leave out.
__device__ __forceinline__ float finite_or_nan(float value) {
    return __fmaf_rn(value, 0.0f, value);
}

/// What each column of a group found.
class SharedColumns {
public:
    __device__ __forceinline__ void set(int column, const Summary& summary) {
        const int slot = slot_of(column);
        mean_[slot] = summary.mean;
        minimum_[slot] = summary.minimum;
        maximum_[slot] = summary.maximum;
        alternating_[slot] = summary.alternating;
    }

    /// Adds columns [first, last), each `weight` of the mean.
    __device__ __forceinline__ void add_to(Summary& block, int first, int last,
                                           float weight) const {
        for (int column = first; column < last; ++column) {
            const int slot = slot_of(column);
            block.mean += mean_[slot] * weight;
            block.minimum = fminf(block.minimum, minimum_[slot]);
            block.maximum = fmaxf(block.maximum, maximum_[slot]);
            block.alternating = fmaxf(block.alternating, alternating_[slot]);
        }
    }

private:
    static constexpr int banks = 32;
    static constexpr int slots = most_picture_columns + most_picture_columns / banks;

    /// One slot is left out after each row of banks: blocks of 8, 16 or 32 columns, which are read
    /// by a thread each, would otherwise begin in the same few banks.
    __device__ __forceinline__ static int slot_of(int column) { return column + column / banks; }

    float mean_[slots];
    float minimum_[slots];
    float maximum_[slots];
    float alternating_[slots];
};

/// Adds the cell that `column` stands at, `weight` of the mean.
__device__ __forceinline__ void add_cell(Summary& summary, const CheckerboardColumn& column,
                                         bool interior, float weight) {
    summary.mean = __fmaf_rn(column.centre(), weight, summary.mean);
    const float finite = finite_or_nan(column.centre());
    summary.minimum = fminf(summary.minimum, finite);
    summary.maximum = fmaxf(summary.maximum, finite);
    if (interior) {
        summary.alternating = fmaxf(summary.alternating, finite_or_nan(column.component()));
    }
}

/// Rows [first_row, end_row) of a column.
__device__ __forceinline__ Summary reduce_column(const float* u, const FieldLayout& layout, int col,
                                                 int first_row, int end_row) {
    constexpr int together = 4;  // rows whose loads are under way at the same time
    const float weight = 1.0f / static_cast<float>(end_row - first_row);
    Summary summary = nothing();
    CheckerboardColumn column(u, layout, first_row, col);
    for (int row = first_row; row < end_row; row += together) {
        CheckerboardColumn::Cells below[together];
#pragma unroll
        for (int i = 0; i < together; ++i) {
            // Past the end the last one again, which is in the cache.
            below[i] = column.cells_below(min(row + i, end_row - 1));
        }
#pragma unroll
        for (int i = 0; i < together; ++i) {
            if (row + i < end_row) {
                column.advance(below[i]);
                add_cell(summary, column, in_interior(layout, row + i, col), weight);
            }
        }
    }
    return summary;
}

/// (mean, minimum, maximum, alternating), as BlockTexel.
__device__ __forceinline__ float4 texel_of(const Summary& block) {
    const bool any_finite = block.minimum <= block.maximum;
    return make_float4(block.mean, any_finite ? block.minimum : block.mean,
                       any_finite ? block.maximum : block.mean, block.alternating);
}

template <typename Store>
__device__ __forceinline__ void reduce_picture(const float* u, const FieldLayout& layout,
                                               const PictureArguments& picture, Store store) {
    __shared__ SharedColumns columns;
    if (!has_texels(picture)) {
        return;  // all of the group
    }
    const int thread = threadIdx.x;
    const PictureGroup group = picture_group(picture);
    const float weight = 1.0f / static_cast<float>(max(group.block_end - group.block_col, 1));
    Summary block = nothing();

    for (int from = group.first_col; from < group.end_col; from += picture.columns) {
        const int to = min(from + picture.columns, group.end_col);
        if (from + thread < to) {
            columns.set(thread,
                        reduce_column(u, layout, from + thread, group.first_row, group.end_row));
        }
        __syncthreads();
        columns.add_to(block, max(group.block_col, from) - from, min(group.block_end, to) - from,
                       weight);
        __syncthreads();
    }
    if (group.makes_texel) {
        store(group.texel_row, group.texel_col, texel_of(block));
    }
}

}  // namespace

/// Into a dense buffer of picture.height x picture.width texels, for the way by the host.
extern "C" __global__ void __launch_bounds__(most_picture_columns)
    reduce_to_buffer(const float* __restrict__ u, FieldLayout layout, PictureArguments picture,
                     float4* __restrict__ texels) {
    reduce_picture(u, layout, picture, [&](int row, int col, float4 texel) {
        texels[static_cast<size_t>(row) * picture.width + col] = texel;
    });
}

/// Into a display texture of four float channels, without the host.
extern "C" __global__ void __launch_bounds__(most_picture_columns)
    reduce_to_texture(const float* __restrict__ u, FieldLayout layout, PictureArguments picture,
                      cudaSurfaceObject_t texture) {
    reduce_picture(u, layout, picture, [&](int row, int col, float4 texel) {
        surf2Dwrite(texel, texture, col * static_cast<int>(sizeof(float4)), row);
    });
}
