#pragma once

#include "sim/cuda/kernels/analysis_record.h"

namespace heatlab::cuda {

constexpr int warp_threads = 32;
constexpr unsigned whole_warp = 0xffffffffu;

__device__ __forceinline__ CellKey key_of(int row, int col) {
    return static_cast<CellKey>(row) << 32 | static_cast<unsigned>(col);
}

__device__ __forceinline__ LargestValue no_value() {
    return {no_cell, -__uint_as_float(0x7f800000u), 0u};
}

/// Of equal values, the one whose cell comes first.
__device__ __forceinline__ void merge(LargestValue& largest, const LargestValue& other) {
    if (other.cell == no_cell) {
        return;
    }
    const bool better = largest.cell == no_cell || other.value > largest.value ||
                        (other.value == largest.value && other.cell < largest.cell);
    if (better) {
        largest = other;
    }
}

/// The largest value that a thread has seen in one strip, and its row: the first that has it. -1:
/// none yet.
struct LargestInRows {
    float value;
    int row;
};

__device__ __forceinline__ LargestInRows none_in_rows() {
    return {-__uint_as_float(0x7f800000u), -1};
}

__device__ __forceinline__ void offer(LargestInRows& largest, float value, int row) {
    if (value > largest.value) {
        largest.value = value;
        largest.row = row;
    }
}

/// Finds the largest of what the threads of a block have seen, for several quantities at a time.
/// Lives in shared memory.
template <int quantities>
class BlockLargest {
public:
    /// Called by all threads. `column_of(quantity)`: first column of this thread's that has its
    /// value, in its row. Afterwards `merge_into`, by one thread; another call needs a barrier
    /// before it.
    template <typename ColumnOf>
    __device__ __forceinline__ void find(const LargestInRows (&seen)[quantities],
                                         const ColumnOf& column_of) {
        const int warp = threadIdx.x / warp_threads;
        for (int q = 0; q < quantities; ++q) {
            float largest = seen[q].value;
            for (int offset = warp_threads / 2; offset > 0; offset /= 2) {
                largest = fmaxf(largest, __shfl_down_sync(whole_warp, largest, offset));
            }
            if (threadIdx.x % warp_threads == 0) {
                warp_largest_[q][warp] = largest;
            }
            if (threadIdx.x == 0) {
                cell_[q] = no_cell;
            }
        }
        __syncthreads();
        for (int q = 0; q < quantities; ++q) {
            if (seen[q].row >= 0 && seen[q].value == value(q)) {
                atomicMin(&cell_[q], key_of(seen[q].row, column_of(q)));
            }
        }
        __syncthreads();
    }

    __device__ __forceinline__ void merge_into(LargestValue& largest, int quantity) const {
        merge(largest, {cell_[quantity], value(quantity), 0u});
    }

private:
    __device__ __forceinline__ float value(int quantity) const {
        float largest = warp_largest_[quantity][0];
        for (int warp = 1; warp < analysis_threads / warp_threads; ++warp) {
            largest = fmaxf(largest, warp_largest_[quantity][warp]);
        }
        return largest;
    }

    float warp_largest_[quantities][analysis_threads / warp_threads];
    CellKey cell_[quantities];
};

}  // namespace heatlab::cuda
