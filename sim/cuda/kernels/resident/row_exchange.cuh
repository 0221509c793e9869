#pragma once

#include "sim/cuda/kernels/shared_barrier.cuh"
#include "sim/cuda/kernels/shared_memory.cuh"

// How the warps of a block see the rows next to theirs.

namespace heatlab::cuda::resident {

/// A warp's outermost rows, shown to the warps above and below through shared memory. The rows of
/// one step are in one half of the buffer, those of the next step in the other one; so a warp may
/// be a step ahead of its neighbours.
///
/// From compute capability 9.0 on warps wait for their neighbours alone, each half having a barrier
/// per warp; earlier devices have the block wait as a whole.
template <int columns, int warps>
class RowExchange {
    static constexpr int row_bytes = 32 * 4 * columns;
    static constexpr int half_bytes = warps * 2 * row_bytes;
    static constexpr int quads = columns / 4;

public:
    /// By all threads of the block.
    __device__ __forceinline__ RowExchange(unsigned shared, int warp, int lane)
        : rows_(shared + warp * 2 * row_bytes + lane * 16),
          barrier_(shared + 2 * half_bytes + warp * 8) {
#if __CUDA_ARCH__ >= 900
        if (lane == 0) {
            init_barrier(barrier_, 32);
            init_barrier(barrier_ + warps * 8, 32);
        }
#endif
        __syncthreads();
    }

    /// The rows as they are before a step.
    __device__ __forceinline__ void show(const float (&first)[columns],
                                         const float (&last)[columns]) {
        store(rows(), first);
        store(rows() + row_bytes, last);
#if __CUDA_ARCH__ >= 900
        // By all lanes: one for all would first have to wait for the others, and was slower.
        arrive(barrier());
#else
        __syncthreads();
#endif
    }

    /// The first row of the warp below and the last one of the warp above, as they were before it.
    __device__ __forceinline__ void see_below(float (&row)[columns]) const {
        wait_for(barrier() + 8);
        load(rows() + 2 * row_bytes, row);
    }
    __device__ __forceinline__ void see_above(float (&row)[columns]) const {
        wait_for(barrier() - 8);
        load(rows() - row_bytes, row);
    }

    __device__ __forceinline__ void end_step() {
        ++step_;
    }

private:
    __device__ __forceinline__ unsigned rows() const {
        return rows_ + (step_ & 1) * half_bytes;
    }
    __device__ __forceinline__ unsigned barrier() const {
        return barrier_ + (step_ & 1) * (warps * 8);
    }
    __device__ __forceinline__ void wait_for(unsigned barrier) const {
#if __CUDA_ARCH__ >= 900
        wait(barrier, (step_ >> 1) & 1);
#endif
    }
    /// 16 bytes of all lanes lie together, so that they meet all banks.
    __device__ __forceinline__ static void store(unsigned at, const float (&row)[columns]) {
#pragma unroll
        for (int q = 0; q < quads; ++q) {
            const float cells[4] = {row[4 * q], row[4 * q + 1], row[4 * q + 2], row[4 * q + 3]};
            store_shared(at + q * 512, cells);
        }
    }
    __device__ __forceinline__ static void load(unsigned at, float (&row)[columns]) {
#pragma unroll
        for (int q = 0; q < quads; ++q) {
            float cells[4];
            load_shared(at + q * 512, cells);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                row[4 * q + j] = cells[j];
            }
        }
    }

    unsigned rows_;
    unsigned barrier_;
    unsigned step_ = 0;
};

}  // namespace heatlab::cuda::resident
