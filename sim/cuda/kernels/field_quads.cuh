#pragma once

#include "sim/cuda/kernels/analysis_record.h"
#include "sim/cuda/kernels/neighbour_cells.cuh"

namespace heatlab::cuda {

/// Four neighbouring cells of a row, as one thread looks at them.
struct Quad {
    float cell[columns_per_thread];
    float before;  ///< the cell on their left, where this thread had to read it
    float after;   ///< ... on their right
};

/// A block's part of the field: `analysis_columns` columns, `analysis_rows` rows.
struct FieldStrip {
    int first_col;
    int first_row;
    int end_row;
};

__device__ __forceinline__ long long strips_of(const FieldLayout& layout) {
    const long long along = (layout.width - 1) / analysis_columns + 1;
    const long long down = (layout.height - 1) / analysis_rows + 1;
    return along * down;
}

/// Strip `index` in reading order.
__device__ __forceinline__ FieldStrip strip_of(const FieldLayout& layout, long long index) {
    const long long along = (layout.width - 1) / analysis_columns + 1;
    const int first_row = static_cast<int>(index / along) * analysis_rows;
    return {static_cast<int>(index % along) * analysis_columns, first_row,
            min(first_row + analysis_rows, layout.height)};
}

/// The four columns of a thread. Cells beside those of another lane come from there; the ends of a
/// warp and of the grid are read.
class QuadColumns {
public:
    __device__ __forceinline__ QuadColumns(const float* u, const FieldLayout& layout,
                                           const GridEnds& ends, int first_col)
        : u_(u), layout_(layout), bottom_(ends.bottom) {
        const int col = first_col + static_cast<int>(threadIdx.x) * columns_per_thread;
        const int lane = threadIdx.x % 32;
        count_ = max(0, min(columns_per_thread, layout.width - col));
        // A lane beyond the grid follows the others; what it reads is used for nothing.
        col_ = count_ > 0 ? col : 0;
        const bool has_last = count_ > 0 && col_ + columns_per_thread >= layout.width;
        const int last = has_last ? layout.width - 1 : col_ + columns_per_thread - 1;
        before_col_ = index_before(col_, layout.width, ends.left);
        after_col_ = index_after(last, layout.width, ends.right);
        reads_before_ = count_ > 0 && lane == 0;
        reads_after_ = count_ > 0 && (lane == 31 || has_last);
        updated_ = 0;
        for (int k = 0; k < count_; ++k) {
            if (is_updated(col_ + k, layout.width, ends.left, ends.right)) {
                updated_ |= 1u << k;
            }
        }
    }

    __device__ __forceinline__ int col() const { return col_; }
    /// Columns that are in the grid.
    __device__ __forceinline__ int count() const { return count_; }
    /// Whether a step changes column k, on rows that it changes.
    __device__ __forceinline__ bool is_updated_column(int k) const {
        return ((updated_ >> k) & 1u) != 0;
    }
    __device__ __forceinline__ bool all_updated() const { return updated_ == 15u; }

    __device__ __forceinline__ Quad read(int row) const {
        const float* const cells = u_ + cell_index(layout_, row, 0);
        const float4 four = *reinterpret_cast<const float4*>(cells + col_);
        Quad quad{{four.x, four.y, four.z, four.w}, 0.0f, 0.0f};
        if (reads_before_) {
            quad.before = cells[before_col_];
        }
        if (reads_after_) {
            quad.after = cells[after_col_];
        }
        // Where the grid ends within the four, the cell on the right takes its place among them.
        for (int k = 1; k < columns_per_thread; ++k) {
            if (k == count_) {
                quad.cell[k] = quad.after;
            }
        }
        return quad;
    }

    /// The row below `row`, or what takes its place there. Beyond the grid, any row.
    __device__ __forceinline__ Quad read_below(int row) const {
        return read(index_after(min(row, layout_.height - 1), layout_.height, bottom_));
    }

    /// `own` of the lane on the left; of the cell that was read, where this thread read it.
    __device__ __forceinline__ float from_before(float own, float read) const {
        const float other = __shfl_up_sync(0xffffffffu, own, 1);
        return reads_before_ ? read : other;
    }
    __device__ __forceinline__ float from_after(float own, float read) const {
        const float other = __shfl_down_sync(0xffffffffu, own, 1);
        return reads_after_ ? read : other;
    }

private:
    const float* u_;
    const FieldLayout& layout_;
    AxisEnd bottom_;
    int col_;
    int count_;
    int before_col_;
    int after_col_;
    bool reads_before_;
    bool reads_after_;
    unsigned updated_;
};

}  // namespace heatlab::cuda
