#pragma once

#include "sim/cuda/kernels/field_layout.h"
#include "sim/cuda/kernels/wavefront/chain_layout.h"

// Where a warp of a chain finds its rows and leaves them.

namespace heatlab::cuda::wavefront {

/// A block's work and a warp's place in it. Equal in all lanes but for `lane`.
template <typename Real>
struct Chain {
    const Real* u;
    Real* next;
    FieldLayout layout;
    const Segment* segments;  ///< from the chain's first one
    const Segment* end;
    unsigned shared;  ///< address of the rings
    int warp;
    int warps;
    int lane;

    __device__ __forceinline__ bool first() const { return warp == 0; }
    __device__ __forceinline__ bool last() const { return warp == warps - 1; }
};

/// A slot of a ring; `phase` changes with each round, as its barriers' parity does.
struct RingCursor {
    unsigned at;
    unsigned begin;
    unsigned end;
    unsigned phase;

    template <typename Shape>
    __device__ __forceinline__ void advance() {
        at += Shape::slot_bytes;
        if (at == end) {
            at = begin;
            phase ^= 1;
        }
    }
};

template <typename Shape>
__device__ __forceinline__ RingCursor ring_at(unsigned shared, int first_slot, int slots) {
    const unsigned begin = shared + first_slot * Shape::slot_bytes;
    return {begin, begin, begin + slots * Shape::slot_bytes, 0};
}

/// The ring that a warp reads: the field's rows, or what the warp before passes on.
template <typename Shape>
__device__ __forceinline__ RingCursor input_ring(const Chain<typename Shape::Real>& chain) {
    return chain.first()
               ? ring_at<Shape>(chain.shared, 0, input_slots)
               : ring_at<Shape>(chain.shared, input_slots + (chain.warp - 1) * stage_slots,
                                stage_slots);
}

/// The ring that it writes.
template <typename Shape>
__device__ __forceinline__ RingCursor output_ring(const Chain<typename Shape::Real>& chain) {
    return ring_at<Shape>(chain.shared, input_slots + chain.warp * stage_slots,
                          chain.last() ? output_slots : stage_slots);
}

/// Goes through the rows that a chain reads, slot by slot and segment by segment.
template <typename Real>
class SourceRows {
public:
    __device__ __forceinline__ explicit SourceRows(const Chain<Real>& chain)
        : u_(chain.u),
          pitch_(chain.layout.pitch),
          height_(chain.layout.height),
          segment_(chain.segments),
          end_(chain.end) {}

    /// Whether there is another slot.
    __device__ __forceinline__ bool open() {
        if (slots_left_ == 0 && segment_ != end_) {
            // By a shuffle, so that the compiler knows it to be equal in all lanes.
            slots_left_ = __shfl_sync(0xffffffffu, segment_->slots, 0);
            const int row = segment_->first_source_row;
            rows_left_ = height_ - row;
            at_ = u_ + (static_cast<long long>(row) * pitch_ + segment_->first_col);
            ++segment_;
        }
        return slots_left_ > 0;
    }
    /// Whether the slot's rows are in the buffer. What comes behind the grid's last row is of no
    /// consequence, but warps wait for it.
    __device__ __forceinline__ bool exists() const { return rows_left_ > 0; }
    __device__ __forceinline__ const Real* row(int i) const {
        return at_ + static_cast<long long>(i) * pitch_;
    }
    __device__ __forceinline__ void advance() {
        at_ = row(rows_per_slot);
        rows_left_ -= rows_per_slot;
        --slots_left_;
    }

private:
    const Real* u_;
    int pitch_;
    int height_;
    const Segment* segment_;
    const Segment* end_;
    const Real* at_ = nullptr;
    int rows_left_ = 0;
    int slots_left_ = 0;
};

/// Where the rows of a segment go that leave the chain.
template <typename Shape>
class TargetRows {
    using Real = typename Shape::Real;

public:
    __device__ __forceinline__ TargetRows(const Chain<Real>& chain, const Segment& segment)
        : pitch_(chain.layout.pitch),
          row_(segment.first_source_row - chain.warps * Shape::levels),
          first_row_(segment.first_row),
          end_row_(segment.end_row),
          at_(chain.next + (static_cast<long long>(row_) * pitch_ + segment.first_stored_col)),
          offset_(Shape::cell_bytes * (segment.first_stored_col - segment.first_col)),
          bytes_(Shape::cell_bytes * (segment.end_stored_col - segment.first_stored_col)) {}

    /// Whether the slot is stored; others belong to other segments.
    __device__ __forceinline__ bool takes() const { return row_ >= first_row_ && row_ < end_row_; }
    __device__ __forceinline__ Real* row(int i) const {
        return at_ + static_cast<long long>(i) * pitch_;
    }
    /// Of the stored cells in a row of the strip, in bytes.
    __device__ __forceinline__ int offset() const { return offset_; }
    __device__ __forceinline__ int bytes() const { return bytes_; }
    __device__ __forceinline__ void advance() {
        at_ = row(rows_per_slot);
        row_ += rows_per_slot;
    }

private:
    int pitch_;
    int row_;
    int first_row_;
    int end_row_;
    Real* at_;
    int offset_;
    int bytes_;
};

}  // namespace heatlab::cuda::wavefront
