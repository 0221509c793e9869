#pragma once

#include "sim/cpu/wavefront/lane_moves.h"
#include "sim/cpu/wavefront/sweep.h"

namespace heatlab::HEATLAB_ISA {

using wavefront::Edges;

/// The last lane of a pack in memory.
inline float last_lane(const float* pack) {
    return pack[lanes - 1];
}

/// After a level: notes what the right neighbour needs of the batch's rows, and makes their halo
/// from their own last two vectors, moved on by a lane, with the left neighbour's cells in lane 0.
inline void exchange_edges(const LevelRows& rows, int vectors, const Edges& from_left,
                           Edges& to_right) {
    const std::ptrdiff_t last = std::ptrdiff_t{vectors - 1} * lanes;
#pragma GCC unroll 8
    for (int k = 0; k < batch_rows; ++k) {
        float* row = rows.row(k);
        to_right.before_last[k] = last_lane(row + last - lanes);
        to_right.last[k] = last_lane(row + last);
        shift_in(Pack::load(row + last - lanes), from_left.before_last[k]).store(row - 2 * lanes);
        shift_in(Pack::load(row + last), from_left.last[k]).store(row - lanes);
    }
}

}  // namespace heatlab::HEATLAB_ISA
