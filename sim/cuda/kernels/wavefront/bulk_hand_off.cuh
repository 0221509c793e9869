#pragma once

#include "sim/cuda/kernels/shared_barrier.cuh"
#include "sim/cuda/kernels/wavefront/rings.cuh"

// Handing rows on, on GPUs of compute capability 9.0 and newer. The copy engine moves whole rows
// between the field and shared memory, and each slot has two barriers there: "full", which lets the
// warp behind go on, and "free", which lets the warp before write again. So warps wait for their
// neighbours in the chain alone, never for the block.

namespace heatlab::cuda::wavefront {

/// Arrives, and lets the phase wait for so many bytes of copies too.
__device__ __forceinline__ void arrive_expecting(unsigned barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                 : "memory");
}

/// 16-byte aligned, a multiple of 16 bytes. Its bytes are counted at `barrier`.
__device__ __forceinline__ void copy_in(unsigned shared, const void* from, unsigned bytes,
                                        unsigned barrier) {
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared),
        "l"(from), "r"(bytes), "r"(barrier)
        : "memory");
}

__device__ __forceinline__ void copy_out(void* to, unsigned shared, unsigned bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
                 "r"(shared), "r"(bytes)
                 : "memory");
}

/// Copies out since the last call become a group.
__device__ __forceinline__ void end_group() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/// Until all groups but the newest ones have left shared memory.
template <int newest>
__device__ __forceinline__ void wait_until_read() {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(newest) : "memory");
}

/// The copy engine sees what was stored before.
__device__ __forceinline__ void show_to_copies() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// A warp's end of its two rings. It signals to its neighbours by so many of its lanes: 1, after
/// __syncwarp has brought the others' accesses to it, or 32.
template <typename Shape, int arriving_lanes>
class HandOff {
    using Real = typename Shape::Real;

public:
    /// By all warps of a block, before the field is touched.
    __device__ __forceinline__ static void set_up(const Chain<Real>& chain) {
        if (chain.lane == 0) {
            init_barriers(output_ring<Shape>(chain), arriving_lanes);
            if (chain.first()) {
                init_barriers(input_ring<Shape>(chain), 1);
            }
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            show_to_copies();
        }
        __syncthreads();
    }

    __device__ __forceinline__ explicit HandOff(const Chain<Real>& chain)
        : first_(chain.first()),
          last_(chain.last()),
          leads_(chain.lane == 0),
          in_(input_ring<Shape>(chain)),
          out_(output_ring<Shape>(chain)),
          source_(chain) {
        // All slots are free at first, as if a phase had ended.
        out_.phase = 1;
        if (first_) {
            for (int slot = 0; slot < input_slots; ++slot) {
                fetch(in_.begin + slot * Shape::slot_bytes);
            }
        }
    }

    __device__ __forceinline__ unsigned input() const { return in_.at; }
    __device__ __forceinline__ unsigned output() const { return out_.at; }

    /// Until the input slot is full and the output slot free.
    __device__ __forceinline__ void wait_for_slots() {
        wait(in_.at + Shape::full_barrier, in_.phase);
        if (!last_) {
            wait(out_.at + Shape::free_barrier, out_.phase);
        } else {
            if (leads_) {
                wait_until_read<output_slots - 1>();
            }
            __syncwarp();
        }
    }

    /// The input slot is read, the output slot written: on to the next ones.
    __device__ __forceinline__ void pass_on(TargetRows<Shape>& target) {
        if (last_) {
            show_to_copies();
        }
        __syncwarp();
        if (first_) {
            fetch(in_.at);
        } else if (leads_ || arriving_lanes > 1) {
            arrive(in_.at + Shape::free_barrier);
        }
        if (!last_) {
            if (leads_ || arriving_lanes > 1) {
                arrive(out_.at + Shape::full_barrier);
            }
        } else {
            store(target);
        }
        in_.template advance<Shape>();
        out_.template advance<Shape>();
    }

    /// A block must not end before its copies have.
    __device__ __forceinline__ void finish() {
        if (last_ && leads_) {
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
    }

private:
    __device__ __forceinline__ static void init_barriers(const RingCursor& ring, int arrivals) {
        for (unsigned slot = ring.begin; slot != ring.end; slot += Shape::slot_bytes) {
            init_barrier(slot + Shape::full_barrier, arrivals);
            init_barrier(slot + Shape::free_barrier, arrivals);
        }
    }

    __device__ __forceinline__ void fetch(unsigned slot) {
        if (!source_.open()) {
            return;
        }
        if (leads_) {
            if (source_.exists()) {
                arrive_expecting(slot + Shape::full_barrier, rows_per_slot * Shape::row_bytes);
#pragma unroll
                for (int i = 0; i < rows_per_slot; ++i) {
                    copy_in(slot + i * Shape::row_bytes, source_.row(i), Shape::row_bytes,
                            slot + Shape::full_barrier);
                }
            } else {
                arrive(slot + Shape::full_barrier);
            }
        }
        __syncwarp();
        source_.advance();
    }

    __device__ __forceinline__ void store(TargetRows<Shape>& target) {
        if (leads_ && target.takes()) {
#pragma unroll
            for (int i = 0; i < rows_per_slot; ++i) {
                copy_out(target.row(i), out_.at + i * Shape::row_bytes + target.offset(),
                         target.bytes());
            }
            end_group();
        }
        target.advance();
    }

    bool first_;
    bool last_;
    bool leads_;
    RingCursor in_;
    RingCursor out_;
    SourceRows<Real> source_;
};

}  // namespace heatlab::cuda::wavefront
