#pragma once

#include "sim/cpu/wavefront/edges.h"
#include "sim/cpu/wavefront/sweep.h"
#include "sim/cpu/wavefront/walls.h"

// Two levels of a batch in one sweep, where an instruction set has registers enough: the level in
// between goes from one update to the other without being stored, which halves loads and stores.
//
// Vector j of level t + 1 needs vectors j - 2, j - 1 and j of level t, so it can follow at once, except
// for vectors 0 and 1: their western neighbours are the last two vectors, moved on by a lane. So vectors
// 0 and 1 of level t are put aside, and their turn comes when the last two are known.

namespace heatlab::HEATLAB_ISA {

inline constexpr bool has_pair_sweep = lanes == 16;

/// The second of the two levels, fed with the rows of the first.
class FollowingLevel {
public:
    FollowingLevel(float* upper_carry, const UpdateWeights& weights)
        : upper_(upper_carry), lower_(upper_carry + row_stride), weights_(weights) {}

    void begin(std::ptrdiff_t at) {
        arriving_ = Pack::load(lower_ + at);
        north_east_ = above_ + arriving_;
        above_ = Pack::load(upper_ + at);
    }

    /// `value`: row `k` of level t at vector j. The result is row `k` of level t + 1 at vector j; it means
    /// nothing at vectors 0 and 1.
    Pack next(int k, Pack value, std::ptrdiff_t at) {
        const Pack centre = centres_[k];
        const Pack south_sum = centre + value;
        const Pack result = update_from_sums(north_east_, sums_[k], centre, weights_.r,
                                             weights_.centre_weight);
        sums_[k] = south_sum;
        north_east_ = south_sum;
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
    const UpdateWeights weights_;
    Pack sums_[batch_rows] = {};     ///< north and east of the row below, at the vector before
    Pack centres_[batch_rows] = {};  ///< rows y - 1 .. y + 6 of level t, at the vector before
    Pack above_ = {};                ///< row y - 2, at the vector before
    Pack arriving_ = {};             ///< the row above the next one, at this vector
    Pack north_east_ = {};
};

/// Vectors -2, -1, 0 and 1 of the level in between, of rows y - 2 and y - 1, which came with the carry, and of the
/// batch's own. The first two are the last two of the row, moved on by a lane.
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

    /// Row `k` of the following level at vector 0 or 1.
    Pack follow(int vector, int k, const UpdateWeights& weights) {
        return updated_cell(load(vector - 1, k), load(vector, k + 1), load(vector - 1, k + 2),
                            load(vector - 2, k + 1), load(vector - 1, k + 1), weights.r,
                            weights.centre_weight);
    }

private:
    static constexpr int rows = batch_rows + 2;

    float* at(int vector, int row) { return cells_ + ((vector + 2) * rows + row) * lanes; }
    Pack load(int vector, int row) { return Pack::load(at(vector, row)); }

    alignas(64) float cells_[4 * rows * lanes];
};

/// What a pair of levels needs besides its rows.
struct PairTask {
    const StripTask& strip;
    int level;      ///< the first of the two
    int first_row;  ///< of the batch in the grid at that level; it and the rows of both levels are no walls
    const Edges& from_left;  ///< at that level
    Edges& to_right;
};

/// The vectors of the first level that are not passed on in registers, from left to right: those of the seam, and
/// those with a wall, which has to be put in place in between.
class VectorsAside {
public:
    explicit VectorsAside(const PairTask& task)
        : task_(task),
          vectors_(task.strip.vectors),
          left_(wall_column(task.strip, 0, task.level)),
          right_(wall_column(task.strip, task.strip.launch.width - 1, task.level)) {}

    /// The first one from `vector` on, with vectors > 1.
    int next(int vector) const {
        int found = vectors_ - 2 > vector ? vectors_ - 2 : vector;
        for (const int wall : {left_.vector, right_.vector}) {
            if (wall >= vector && wall < found) found = wall;
        }
        return found;
    }

    /// Where its rows are kept.
    float* place(int vector, Seam& seam) {
        if (vector < 2) return seam.own_rows(vector);
        return vector < vectors_ - 2 ? packs_ : seam.own_rows(vector - vectors_);
    }

    void hold_walls(int vector, float* packs) const {
        hold_wall_column(task_.strip, left_, vector, packs, task_.first_row);
        hold_wall_column(task_.strip, right_, vector, packs, task_.first_row);
    }

private:
    const PairTask& task_;
    int vectors_;
    WallColumn left_;
    WallColumn right_;
    alignas(64) float packs_[batch_rows * lanes];
};

/// Two levels at once: `rows` hold the level before the pair, `second_carry` the carry of the level in between.
/// The results lie two vectors before what they came from.
inline void sweep_pair(const PairTask& task, const LevelRows& rows, float* second_carry,
                       const UpdateWeights& weights) {
    const int vectors = task.strip.vectors;
    Seam seam(second_carry);
    VectorsAside aside(task);
    LevelSweep first(rows, weights);
    FollowingLevel second(second_carry, weights);
    for (int vector = 0; vector < vectors; ++vector) {
        const int next_aside = vector < 2 ? vector : aside.next(vector);
        for (; vector < next_aside; ++vector) {
            const std::ptrdiff_t at = std::ptrdiff_t{vector} * lanes;
            first.begin(at);
            second.begin(at);
#pragma GCC unroll 8
            for (int k = 0; k < batch_rows; ++k) {
                const Pack value = first.next(k, at);
                second.next(k, value, at).store(rows.row(k) + at - 2 * lanes);
            }
            for (int ahead = 2; ahead < 4; ++ahead) prefetch_carry(rows.carry + at, ahead);
        }
        const std::ptrdiff_t at = std::ptrdiff_t{vector} * lanes;
        float* packs = aside.place(vector, seam);
        first.begin(at);
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) first.next(k, at).store(packs + k * lanes);
        aside.hold_walls(vector, packs);
        second.begin(at);
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            second.next(k, Pack::load(packs + k * lanes), at).store(rows.row(k) + at - 2 * lanes);
        }
    }
    first.end(vectors);
    seam.exchange_edges(task.from_left, task.to_right);
    seam.keep_halo(second_carry);
    for (int vector = 0; vector < 2; ++vector) {
#pragma GCC unroll 8
        for (int k = 0; k < batch_rows; ++k) {
            seam.follow(vector, k, weights).store(rows.row(k) + (vector - 2) * lanes);
        }
    }
}

}  // namespace heatlab::HEATLAB_ISA
