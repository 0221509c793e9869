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
    /// To be followed by advance(first_row), advance(first_row + 1), ...
    __device__ __forceinline__ CheckerboardColumn(const float* u, const FieldLayout& layout,
                                                  int first_row, int col)
        : u_(u), layout_(layout), col_(col), between_(col > 0 && col < layout.width - 1) {
        shift_in(first_row - 1);
        shift_in(first_row);
    }

    __device__ __forceinline__ void advance(int row) { shift_in(row + 1); }

    /// Value of the cell advanced to.
    __device__ __forceinline__ float centre() const { return centre_; }
    /// Its checkerboard component; only for interior cells.
    __device__ __forceinline__ float component() const {
        return fabsf((share_before_ + share_after_) * 0.25f - share_ * 0.5f);
    }

private:
    __device__ __forceinline__ void shift_in(int row) {
        share_before_ = share_;
        share_ = share_after_;
        centre_ = below_;
        if (row < 0 || row >= layout_.height) {
            return;
        }
        const size_t cell = cell_index(layout_, row, col_);
        below_ = u_[cell];
        if (between_) {
            share_after_ = (u_[cell - 1] + u_[cell + 1]) * 0.25f - below_ * 0.5f;
        }
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
