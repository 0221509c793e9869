#pragma once

#include <cstdint>

#include "sim/cpu/launch.h"
#include "sim/cpu/wavefront/geometry.h"
#include "sim/cpu/wavefront/hand_off.h"

namespace heatlab {

/// One strip of one pass.
struct StripTask {
    CpuLaunch launch;      ///< source and target of the pass; both rings hold the walls
    int first_column = 0;  ///< of the grid, at level 0; a multiple of the vector width
    int vectors = 0;       ///< of a row
    int levels = 0;        ///< steps of the pass
    int batches = 0;
    float* scratch = nullptr;  ///< see wavefront::ScratchLayout; finite or not, any content will do

    /// Of each batch and level what the left neighbour wrote; null in the first strip, which needs
    /// nothing.
    const wavefront::Edges* left_edges = nullptr;
    wavefront::Edges* own_edges = nullptr;    ///< of each batch and level, for the right neighbour
    const Milestone* left_batches = nullptr;  ///< null in the first strip
    Milestone* own_batches = nullptr;
    std::int64_t batches_before = 0;  ///< what both milestones count before this pass
};

/// Takes a strip through a pass: the kernel proper, compiled for each instruction set.
using AdvanceStrip = void (*)(const StripTask& task);

}  // namespace heatlab
