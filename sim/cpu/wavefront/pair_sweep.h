#pragma once

#include "sim/cpu/wavefront/edges.h"
#include "sim/cpu/wavefront/sweep.h"
#include "sim/cpu/wavefront/walls.h"

// Two levels of a batch in one sweep: the level in between goes from one update to the other
// without being stored, which halves loads and stores.
//
// Vector j of level t + 1 needs vectors j - 2, j - 1 and j of level t, so it can follow at once,
// except for vectors 0 and 1: their western neighbours are the last two vectors, moved on by a
// lane. So vectors 0 and 1 of level t are put aside, and their turn comes when the last two are
// known.

namespace heatlab::HEATLAB_ISA {

/// The second of the two levels, fed with the rows of the first.
class FollowingLevel {
public:
    explicit FollowingLevel(float* upper_carry)
        : upper_(upper_carry), lower_(upper_carry + row_stride) {}

    void begin(std::ptrdiff_t at) {
        arriving_ = Pack::load(lower_ + at);
        north_east_ = above_ + arriving_;
        above_ = Pack::load(upper_ + at);
    }

    /// `value`: row `k` of level t at vector j. The result is row `k` of level t + 1 at vector j;
    /// it means nothing at vectors 0 and 1.
    Pack next(int k, Pack value, std::ptrdiff_t at, const UpdateWeights& weights) {
        const Pack centre = centres_[k];
        const Pack result =
            update_from_sums(north_east_, sums_[k], centre, weights.r, weights.centre_weight);
        north_east_ = centre + value;
        sums_[k] = north_east_;
        if (k == batch_rows - 1) {
            arriving_.store(upper_ + at);
            value.store(lower_ + at);
        }
        centres_[k] = arriving_;
        arriving_ = value;
        return result;
    }

private:
    float* upper_;
    float* lower_;
    Pack sums_[batch_rows] = {};     ///< north and east of the row below, at the vector before
    Pack centres_[batch_rows] = {};  ///< rows y - 1 .. y + 6 of level t, at the vector before
    Pack above_ = {};                ///< row y - 2, at the vector before
    Pack arriving_ = {};             ///< the row above the next one, at this vector
    Pack north_east_ = {};
};

/// Vectors -2, -1, 0 and 1 of the level in between, of rows y - 2 and y - 1, which came with the
/// carry, and of the batch's own. The first two are the last two of the row, moved on by a lane.
class Seam {
public:
    explicit Seam(const float* carry) {
        for (int vector = -2; vector < 2; ++vector) {
            for (int row = 0; row < 2; ++row) {
                Pack::load(carry + row * row_stride + vector * lanes).store(at(vector, row));
            }
        }
    }

    /// The batch's own rows of a vector, pack after pack.
    float* own_rows(int vector) { return at(vector, 2); }

    /// Moves the last two vectors on, and hands the cells that fall out to the right neighbour.
    void exchange_edges(const Edges& from_left, Edges& to_right) {
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            float* before_last = own_rows(-2) + k * lanes;
            float* last = own_rows(-1) + k * lanes;
            to_right.before_last[k] = last_lane(before_last);
            to_right.last[k] = last_lane(last);
            shift_in(Pack::load(before_last), from_left.before_last[k]).store(before_last);
            shift_in(Pack::load(last), from_left.last[k]).store(last);
        }
    }

    /// Leaves the halo of the batch's last rows to the batch below.
    void keep_halo(float* carry) {
        for (int vector = -2; vector < 0; ++vector) {
            for (int row = 0; row < 2; ++row) {
                load(vector, batch_rows + row).store(carry + row * row_stride + vector * lanes);
            }
        }
    }

    /// Vectors 0 and 1 of the following level, to where it lies in the block.
    void follow(const LevelRows& before, const UpdateWeights& weights) {
        Cross above = across(0);
        Cross centre = across(1);
        Pack north_east = above[1] + centre[2];
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            const Cross below = across(k + 2);
            const Pack west_south = centre[0] + below[1];
            const Pack south_sum = centre[1] + below[2];
            const Pack next_north_east = above[2] + centre[3];
            float* row = before.row(k);
            update_from_sums(north_east, west_south, centre[1], weights.r, weights.centre_weight)
                .store(row - 2 * lanes);
            update_from_sums(next_north_east, south_sum, centre[2], weights.r,
                             weights.centre_weight)
                .store(row - lanes);
            north_east = south_sum;
            above = centre;
            centre = below;
        }
    }

private:
    static constexpr int rows = batch_rows + 2;

    struct Cross {
        Pack vectors[4];
        Pack operator[](int i) const { return vectors[i]; }
    };
    Cross across(int row) {
        return {{load(-2, row), load(-1, row), load(0, row), load(1, row)}};
    }

    float* at(int vector, int row) {
        return cells_ + ((vector + 2) * rows + row) * lanes;
    }
    Pack load(int vector, int row) {
        return Pack::load(at(vector, row));
    }

    alignas(64) float cells_[4 * rows * lanes];
};

/// What a pair of levels needs besides its rows.
struct PairTask {
    const StripTask& strip;
    int level;      ///< the first of the two
    int first_row;  ///< of the batch in the grid at that level; it and the rows of both levels are
                    ///< no walls
    const Edges& from_left;  ///< at that level
    Edges& to_right;
};

/// Two levels at once: `rows` hold the level before the pair, `second_carry` the carry of the level
/// in between. The results lie two vectors before what they came from.
class PairSweep {
public:
    PairSweep(const PairTask& task, const LevelRows& rows, float* second_carry,
              const UpdateWeights& weights)
        : task_(task),
          rows_(rows),
          second_carry_(second_carry),
          weights_(weights),
          left_(wall_column(task.strip, 0, task.level)),
          right_(wall_column(task.strip, task.strip.launch.width - 1, task.level)),
          seam_(second_carry) {}

    void run() {
        const int vectors = task_.strip.vectors;
        const UpdateWeights weights = weights_;
        LevelSweep first(rows_);
        FollowingLevel second(second_carry_);
        for (int vector = 0; vector < vectors;) {
            const int last = stretch_end(vector);
            if (vector == left_.vector || vector == right_.vector) {
                through_wall(vector, first, second, weights);
                ++vector;
            } else if (vector < 2 || vector >= vectors - 2) {
                float* packs = seam_packs(vector);
                const std::ptrdiff_t at = std::ptrdiff_t{vector} * lanes;
                first.begin(at);
                second.begin(at);
#pragma GCC unroll 8
                for (int k = 0; k < batch_rows; ++k) {
                    const Pack value = first.next(k, at, weights);
                    value.store(packs + k * lanes);
                    second.next(k, value, at, weights).store(rows_.row(k) + at - 2 * lanes);
                }
                ++vector;
            }
            for (; vector < last; ++vector) {
                const std::ptrdiff_t at = std::ptrdiff_t{vector} * lanes;
                first.begin(at);
                second.begin(at);
#pragma GCC unroll 8
                for (int k = 0; k < batch_rows; ++k) {
                    const Pack value = first.next(k, at, weights);
                    second.next(k, value, at, weights).store(rows_.row(k) + at - 2 * lanes);
                }
                for (int ahead = 2; ahead < 4; ++ahead)
                    prefetch_carry(rows_.carry + at, ahead);
            }
        }
        first.end(vectors);
        seam_.exchange_edges(task_.from_left, task_.to_right);
        seam_.keep_halo(second_carry_);
        seam_.follow(rows_, weights);
    }

private:
    /// The vectors from `vector` to there go from level to level in registers.
    int stretch_end(int vector) const {
        const int vectors = task_.strip.vectors;
        if (vector < 1)
            return vector;
        int end = vectors - 2;
        for (const int wall : {left_.vector, right_.vector}) {
            if (wall > vector && wall < end)
                end = wall;
        }
        return end;
    }

    /// Null where the vector is not in the seam.
    float* seam_packs(int vector) {
        const int vectors = task_.strip.vectors;
        if (vector < 2)
            return seam_.own_rows(vector);
        return vector >= vectors - 2 ? seam_.own_rows(vector - vectors) : nullptr;
    }

    /// A wall has to be put in place between the two levels.
    void through_wall(int vector, LevelSweep& first, FollowingLevel& second,
                      const UpdateWeights& weights) {
        alignas(64) float own_packs[batch_rows * lanes];
        float* packs = seam_packs(vector) != nullptr ? seam_packs(vector) : own_packs;
        const std::ptrdiff_t at = std::ptrdiff_t{vector} * lanes;
        first.begin(at);
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k)
            first.next(k, at, weights).store(packs + k * lanes);
        hold_wall_column(task_.strip, left_, vector, packs, task_.first_row);
        hold_wall_column(task_.strip, right_, vector, packs, task_.first_row);
        second.begin(at);
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            second.next(k, Pack::load(packs + k * lanes), at, weights)
                .store(rows_.row(k) + at - 2 * lanes);
        }
    }

    const PairTask& task_;
    const LevelRows rows_;
    float* const second_carry_;
    const UpdateWeights& weights_;
    const WallColumn left_;
    const WallColumn right_;
    Seam seam_;
};

}  // namespace heatlab::HEATLAB_ISA
