#pragma once

#include "sim/cuda/kernels/wavefront/rings.cuh"
#include "sim/cuda/kernels/wavefront/row_body.cuh"

// Handing rows on, on GPUs before compute capability 9.0, which have no copy engine for rows. All
// warps of a block go from slot to slot together: each reads what the warp before wrote while it
// was at its own slot before. Lanes load and store the field's rows themselves.

namespace heatlab::cuda::wavefront {

/// Cells of either type, as they are moved: by their bits.
struct alignas(16) SixteenBytes {
    float as_floats[4];
};

template <typename Shape, int arriving_lanes>
class HandOff {
    using Real = typename Shape::Real;

public:
    __device__ __forceinline__ static void set_up(const Chain<Real>&) {}

    /// Warp w begins w slots after the first.
    __device__ __forceinline__ explicit HandOff(const Chain<Real>& chain)
        : warps_behind_(chain.warps - 1 - chain.warp),
          lane_(chain.lane),
          first_(chain.first()),
          in_(input_ring<Shape>(chain)),
          out_(output_ring<Shape>(chain)),
          source_(chain) {
        if (first_) {
            for (int slot = 0; slot < input_slots; ++slot) {
                fetch(in_.begin + slot * Shape::slot_bytes);
            }
        }
        for (int slot = 0; slot < chain.warp; ++slot) {
            __syncthreads();
        }
    }

    __device__ __forceinline__ unsigned input() const { return in_.at; }
    __device__ __forceinline__ unsigned output() const { return out_.at; }

    __device__ __forceinline__ void wait_for_slots() { __syncwarp(); }

    __device__ __forceinline__ void pass_on(TargetRows<Shape>& target) {
        __syncwarp();
        if (first_) {
            fetch(in_.at);
        }
        if (warps_behind_ == 0) {
            store(target);
        }
        in_.template advance<Shape>();
        out_.template advance<Shape>();
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
            const auto* const row = reinterpret_cast<const SixteenBytes*>(source_.row(i));
            for (int at = lane_; at < Shape::row_bytes / 16; at += 32) {
                const SixteenBytes cells = row[at];
                store_shared(slot + i * Shape::row_bytes + 16 * at, cells.as_floats);
            }
        }
        source_.advance();
    }

    __device__ __forceinline__ void store(TargetRows<Shape>& target) {
#pragma unroll 1
        for (int i = 0; i < rows_per_slot && target.takes(); ++i) {
            const unsigned row = out_.at + i * Shape::row_bytes + target.offset();
            auto* const to = reinterpret_cast<SixteenBytes*>(target.row(i));
            for (int at = lane_; at < target.bytes() / 16; at += 32) {
                SixteenBytes cells;
                load_shared(row + 16 * at, cells.as_floats);
                to[at] = cells;
            }
        }
        target.advance();
    }

    int warps_behind_;
    int lane_;
    bool first_;
    RingCursor in_;
    RingCursor out_;
    SourceRows<Real> source_;
};

}  // namespace heatlab::cuda::wavefront
