// Compares the field with limits after each step of a watched batch. The first step that leaves
// them is found on the device: later launches see it and return at once, so the host asks once per
// batch.

#include "sim/cuda/kernels/block_largest.cuh"
#include "sim/cuda/kernels/field_quads.cuh"
#include "sim/cuda/kernels/watch_record.h"

using namespace heatlab::cuda;

namespace {

constexpr int rows_ahead = 4;
enum Quantity { negated_low, high, quantities };

/// `value` where it is finite, else NaN, which no limit is left by.
__device__ __forceinline__ float finite_or_nan(float value) {
    return heatlab::fused_multiply_add(value, 0.0f, value);
}

/// Walks down the four columns of a thread and remembers the cells furthest outside.
class WatchWalk {
public:
    __device__ __forceinline__ WatchWalk(const float* u, const FieldLayout& layout,
                                         const FieldStrip& strip)
        : u_(u), layout_(layout) {
        const int col = strip.first_col + static_cast<int>(threadIdx.x) * columns_per_thread;
        count_ = max(0, min(columns_per_thread, layout.width - col));
        col_ = count_ > 0 ? col : 0;
    }

    __device__ __forceinline__ void walk(const FieldStrip& strip, float low_limit,
                                         float high_limit) {
        for (int row = strip.first_row; row < strip.end_row; row += rows_ahead) {
            float4 four[rows_ahead];
#pragma unroll
            for (int i = 0; i < rows_ahead; ++i) {
                // Rows beyond the strip are read as its last one: that changes nothing.
                four[i] = read(min(row + i, strip.end_row - 1));
            }
#pragma unroll
            for (int i = 0; i < rows_ahead; ++i) {
                add(min(row + i, strip.end_row - 1), four[i], low_limit, high_limit);
            }
        }
    }

    __device__ __forceinline__ const LargestInRows (&seen() const)[quantities] {
        return seen_;
    }

    /// First column that has the value found.
    __device__ __forceinline__ int column_of(int quantity) const {
        const float* const cells = u_ + cell_index(layout_, seen_[quantity].row, col_);
        for (int k = 0; k < count_; ++k) {
            const float value = quantity == negated_low ? -cells[k] : cells[k];
            if (value == seen_[quantity].value) {
                return col_ + k;
            }
        }
        return col_;  // not reached
    }

private:
    __device__ __forceinline__ float4 read(int row) const {
        return *reinterpret_cast<const float4*>(u_ + cell_index(layout_, row, col_));
    }

    __device__ __forceinline__ void add(int row, const float4& four, float low_limit,
                                        float high_limit) {
        const float nan = __uint_as_float(0x7fc00000u);
        const float a = count_ > 0 ? finite_or_nan(four.x) : nan;
        const float b = count_ > 1 ? finite_or_nan(four.y) : nan;
        const float c = count_ > 2 ? finite_or_nan(four.z) : nan;
        const float d = count_ > 3 ? finite_or_nan(four.w) : nan;
        const float lowest = fminf(fminf(a, b), fminf(c, d));
        const float highest = fmaxf(fmaxf(a, b), fmaxf(c, d));
        if (lowest < low_limit) {
            offer(seen_[negated_low], -lowest, row);
        }
        if (highest > high_limit) {
            offer(seen_[high], highest, row);
        }
    }

    const float* u_;
    const FieldLayout& layout_;
    int col_;
    int count_;
    LargestInRows seen_[quantities]{none_in_rows(), none_in_rows()};
};

__device__ __forceinline__ void store(LargestValue& target, const LargestValue& value) {
    if (value.cell != no_cell) {
        target = value;
    }
}

}  // namespace

/// Compares the field that `step` led to. `record` and `blocks` (one per block) have all bits set
/// at the start of a batch; blocks that see nothing outside leave them so.
extern "C" __global__ void __launch_bounds__(analysis_threads)
    watch_limits(const float* __restrict__ u, FieldLayout layout, float low_limit, float high_limit,
                 long long step, WatchRecord* record, BlockCrossing* blocks) {
    __shared__ BlockLargest<quantities> largest;
    __shared__ bool crossed_before;
    if (threadIdx.x == 0) {
        // Other blocks of this launch may have written this very step: then it is still to be
        // looked at as a whole.
        const long long crossed = *static_cast<volatile long long*>(&record->step);
        crossed_before = crossed >= 0 && crossed < step;
    }
    __syncthreads();
    if (crossed_before) {
        return;
    }
    LargestValue low = no_value();
    LargestValue above = no_value();
    const long long strips = strips_of(layout);
    for (long long index = blockIdx.x; index < strips; index += gridDim.x) {
        const FieldStrip strip = strip_of(layout, index);
        WatchWalk walk(u, layout, strip);
        walk.walk(strip, low_limit, high_limit);
        const bool outside = walk.seen()[negated_low].row >= 0 || walk.seen()[high].row >= 0;
        if (__syncthreads_or(outside)) {
            largest.find(walk.seen(), [&](int quantity) { return walk.column_of(quantity); });
            if (threadIdx.x == 0) {
                largest.merge_into(low, negated_low);
                largest.merge_into(above, high);
            }
        }
    }
    if (threadIdx.x == 0 && (low.cell != no_cell || above.cell != no_cell)) {
        store(blocks[blockIdx.x].negated_low, low);
        store(blocks[blockIdx.x].high, above);
        *static_cast<volatile long long*>(&record->step) = step;
    }
}

/// Puts together what the blocks found. One block.
extern "C" __global__ void __launch_bounds__(analysis_threads)
    finish_watch(const BlockCrossing* __restrict__ blocks, int count, WatchRecord* record) {
    __shared__ BlockCrossing found[analysis_threads];
    BlockCrossing crossing{no_value(), no_value()};
    for (int i = threadIdx.x; i < count; i += analysis_threads) {
        merge(crossing.negated_low, blocks[i].negated_low);
        merge(crossing.high, blocks[i].high);
    }
    found[threadIdx.x] = crossing;
    __syncthreads();
    for (int half = analysis_threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            merge(found[threadIdx.x].negated_low, found[threadIdx.x + half].negated_low);
            merge(found[threadIdx.x].high, found[threadIdx.x + half].high);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        record->negated_low = found[0].negated_low;
        record->high = found[0].high;
    }
}
