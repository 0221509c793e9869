#pragma once

#include <optional>
#include <vector>

#include "sim/cuda/kernels/wavefront/chain_layout.h"
#include "sim/grid.h"

namespace heatlab::cuda {

/// The chains of one launch. All run at once.
struct ChainShape {
    int columns = 4;  ///< of a lane
    int warps = 1;
    int chains_per_multiprocessor = 1;
    int multiprocessors = 1;
    int levels = 4;  ///< of a warp
    int cell_bytes = 4;

    /// A multiple of rows_per_slot: slots come out as they went in.
    int steps() const { return warps * levels; }
    int strip_columns() const { return 32 * columns; }
    int chains() const { return chains_per_multiprocessor * multiprocessors; }
    /// Shared memory of a chain.
    int shared_bytes() const;

    friend bool operator==(const ChainShape&, const ChainShape&) = default;
};

/// A pass over the field, dealt to chains.
struct PassPlan {
    ChainShape shape;
    std::vector<wavefront::Segment> segments;
    /// Of each block, and one more at the end. Blocks beyond the number of multiprocessors are
    /// placed in turns again, so neighbours in the field get numbers of one multiprocessor: those
    /// with walls run other code, which then displaces less from its instruction cache.
    std::vector<int> first_segment;
    int strips = 0;
    /// What the longest chain does, in slots of rows; those at walls count a little more.
    double slots = 0;
};

/// Divides a pass such that all chains end at about the same time. None where the grid is narrower
/// than a strip.
std::optional<PassPlan> plan_pass(GridSize grid, const ChainShape& shape);

}  // namespace heatlab::cuda
