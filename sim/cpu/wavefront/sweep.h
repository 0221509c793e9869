#pragma once

#include "sim/cpu/row_update.h"
#include "sim/cpu/wavefront/geometry.h"

// One level of a batch, in place: rows y .. y + 7 of level t from the block at level t - 1, which
// holds rows y + 1 .. y + 8, and from its carry, rows y - 1 and y. With the skew, vector j of level
// t has vector j - 1 of level t - 1 for centre, j - 2 for west and j for east; it is written where
// j - 1 was.

namespace heatlab::HEATLAB_ISA {

using wavefront::batch_rows;
using wavefront::row_stride;

/// First cells of a batch at one level: of its eight rows, and of the two that it got from the
/// batch above and leaves for the one below. Two halo vectors lie before each row.
struct LevelRows {
    float* block;
    float* carry;

    float* row(int k) const { return block + k * row_stride; }
    float* upper() const { return carry; }
    float* lower() const { return carry + row_stride; }
};

/// Takes the vectors of level t one after the other. A cell's north and east sum is west and south
/// of the cell one row up and one column on, so it is kept for the next vector and added once.
class LevelSweep {
public:
    explicit LevelSweep(const LevelRows& rows) : rows_(rows) {
        const float* above = rows.lower();
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            sums_[k] = Pack::load(above - 2 * lanes) + Pack::load(rows.row(k) - lanes);
            above = rows.row(k);
        }
        keep(-2 * lanes);
    }

    /// Starts on vector j, at `at` = j lanes; to be followed by `next` for each row, from top to
    /// bottom.
    void begin(std::ptrdiff_t at) {
        centre_ = Pack::load(rows_.lower() + at - lanes);
        north_east_ = Pack::load(rows_.upper() + at - lanes) + Pack::load(rows_.lower() + at);
    }

    /// The new value of row `k`, 0 to 7. Once it is there, row `k` of the block may be overwritten
    /// up to vector j - 1.
    Pack next(int k, std::ptrdiff_t at, const UpdateWeights& weights) {
        const Pack below = Pack::load(rows_.row(k) + at - lanes);
        const Pack value =
            update_from_sums(north_east_, sums_[k], centre_, weights.r, weights.centre_weight);
        north_east_ = centre_ + Pack::load(rows_.row(k) + at);
        sums_[k] = north_east_;
        if (k == batch_rows - 1) {
            // What `keep` does, from registers.
            centre_.store(rows_.upper() + at - lanes);
            below.store(rows_.lower() + at - lanes);
        }
        centre_ = below;
        return value;
    }

    /// After vector `vectors` - 1.
    void end(int vectors) {
        keep(std::ptrdiff_t{vectors - 1} * lanes);
    }

private:
    /// Leaves a vector of the block's last rows to the batch below.
    void keep(std::ptrdiff_t at) {
        Pack::load(rows_.row(batch_rows - 2) + at).store(rows_.upper() + at);
        Pack::load(rows_.row(batch_rows - 1) + at).store(rows_.lower() + at);
    }

    const LevelRows rows_;
    Pack sums_[batch_rows];
    Pack centre_;
    Pack north_east_;
};

/// Fetches the carry that the next level needs, a vector of its rows for each vector of this one.
inline void prefetch_carry(const float* carry, int level_ahead) {
    const float* at = carry + level_ahead * 2 * row_stride;
    _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T0);
    _mm_prefetch(reinterpret_cast<const char*>(at + row_stride), _MM_HINT_T0);
}

inline void sweep_level(const LevelRows& rows, int vectors, UpdateWeights weights) {
    LevelSweep level(rows);
    const std::ptrdiff_t end = std::ptrdiff_t{vectors} * lanes;
    for (std::ptrdiff_t at = 0; at < end; at += lanes) {
        level.begin(at);
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            level.next(k, at, weights).store(rows.row(k) + at - lanes);
        }
        prefetch_carry(rows.carry + at, 1);
    }
    level.end(vectors);
}

}  // namespace heatlab::HEATLAB_ISA
