#pragma once

#include "sim/cuda/kernels/wavefront/rings.cuh"
#include "sim/cuda/kernels/wavefront/row_body.cuh"

// Handing rows on, on GPUs before compute capability 9.0, which have no copy engine for rows. All
// warps of a block go from slot to slot together: each reads what the warp before wrote while it
// was at its own slot before. Lanes load and store the field's rows themselves.

namespace heatlab::cuda::wavefront {

template <int columns, int arriving_lanes>
class HandOff {
    using Slot = SlotLayout<columns>;

public:
    __device__ __forceinline__ static void set_up(const Chain&) {}

    /// Warp w begins w slots after the first.
    __device__ __forceinline__ explicit HandOff(const Chain& chain)
        : warps_behind_(chain.warps - 1 - chain.warp),
          lane_(chain.lane),
          first_(chain.first()),
          in_(input_ring<columns>(chain)),
          out_(output_ring<columns>(chain)),
          source_(chain) {
        if (first_) {
            for (int slot = 0; slot < input_slots; ++slot) {
                fetch(in_.begin + slot * Slot::slot_bytes);
            }
        }
        for (int slot = 0; slot < chain.warp; ++slot) {
            __syncthreads();
        }
    }

    __device__ __forceinline__ unsigned input() const { return in_.at; }
    __device__ __forceinline__ unsigned output() const { return out_.at; }

    __device__ __forceinline__ void wait_for_slots() { __syncwarp(); }

    __device__ __forceinline__ void pass_on(TargetRows& target) {
        __syncwarp();
        if (first_) {
            fetch(in_.at);
        }
        if (warps_behind_ == 0) {
            store(target);
        }
        in_.template advance<columns>();
        out_.template advance<columns>();
        __syncthreads();
    }

    /// The warps behind have that many slots to go.
    __device__ __forceinline__ void finish() {
        for (int slot = 0; slot < warps_behind_; ++slot) {
            __syncthreads();
        }
    }

private:
    __device__ __forceinline__ void fetch(unsigned slot) {
        if (!source_.open()) {
            return;
        }
#pragma unroll 1
        for (int i = 0; i < rows_per_slot && source_.exists(); ++i) {
            const float* const row = source_.row(i);
            for (int col = 4 * lane_; col < Slot::strip_columns; col += 4 * 32) {
                const float4 cells = *reinterpret_cast<const float4*>(row + col);
                const float in_order[4] = {cells.x, cells.y, cells.z, cells.w};
                store_shared(slot + i * Slot::row_bytes + 4 * col, in_order);
            }
        }
        source_.advance();
    }

    __device__ __forceinline__ void store(TargetRows& target) {
#pragma unroll 1
        for (int i = 0; i < rows_per_slot && target.takes(); ++i) {
            const unsigned row = out_.at + i * Slot::row_bytes + target.offset();
            for (int byte = 16 * lane_; byte < target.bytes(); byte += 16 * 32) {
                *reinterpret_cast<float4*>(target.row(i) + byte / 4) = load_shared(row + byte);
            }
        }
        target.advance();
    }

    int warps_behind_;
    int lane_;
    bool first_;
    RingCursor in_;
    RingCursor out_;
    SourceRows source_;
};

}  // namespace heatlab::cuda::wavefront
