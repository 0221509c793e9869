#pragma once

#include "sim/cuda/kernels/device_grid.cuh"

namespace heatlab::cuda {

/// Walks down one column and gives the checkerboard component of each cell (FieldStatistics says
/// what it is). The signed (1, 2, 1) x (1, 2, 1) weights are the outer product of (1, -2, 1) with
/// itself, so a row's share, its second difference across the columns, is computed once and used
/// for three cells. Each difference is taken over 4, so that nothing overflows before the field
/// does.
class CheckerboardColumn {
public:
    /// A cell between its neighbours in the row; 0 for one that the grid does not have.
    struct Cells {
        float left;
        float centre;
        float right;
    };

    /// To be followed by advance(first_row), advance(first_row + 1), ...
    __device__ __forceinline__ CheckerboardColumn(const float* u, const FieldLayout& layout,
                                                  int first_row, int col)
        : u_(u), layout_(layout), col_(col), between_(col > 0 && col < layout.width - 1) {
        shift_in(cells_below(first_row - 2));
        shift_in(cells_below(first_row - 1));
    }

    __device__ __forceinline__ void advance(int row) { shift_in(cells_below(row)); }
    /// advance(row) in two parts, so that the loads of several rows can be under way together.
    __device__ __forceinline__ Cells cells_below(int row) const {
        // What is beyond the grid is used for no interior cell: any row will do.
        const int below = min(max(row + 1, 0), layout_.height - 1);
        const float* const cell = u_ + cell_index(layout_, below, col_);
        return {between_ ? cell[-1] : 0.0f, cell[0], between_ ? cell[1] : 0.0f};
    }
    __device__ __forceinline__ void advance(const Cells& cells_below) { shift_in(cells_below); }

    /// Value of the cell advanced to.
    __device__ __forceinline__ float centre() const { return centre_; }
    /// Its checkerboard component; only for interior cells.
    __device__ __forceinline__ float component() const {
        return fabsf((share_before_ + share_after_) * 0.25f - share_ * 0.5f);
    }
    /// The same in one dimension, of a cell between two others.
    __device__ __forceinline__ float line_component() const { return fabsf(share_); }
    __device__ __forceinline__ bool is_between_cells() const { return between_; }

private:
    __device__ __forceinline__ void shift_in(const Cells& cells) {
        share_before_ = share_;
        share_ = share_after_;
        centre_ = below_;
        below_ = cells.centre;
        share_after_ = (cells.left + cells.right) * 0.25f - cells.centre * 0.5f;
    }

    const float* u_;
    const FieldLayout& layout_;
    int col_;
    bool between_;
    float centre_ = 0.0f;
    float below_ = 0.0f;
    float share_before_ = 0.0f;
    float share_ = 0.0f;
    float share_after_ = 0.0f;
};

}  // namespace heatlab::cuda
