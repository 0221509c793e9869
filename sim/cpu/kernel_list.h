#pragma once

#include <cstddef>

#include "sim/cpu/instruction_set.h"

namespace heatlab {

/// What one instruction set's objects export.
struct CpuKernelList {
    const CpuKernelEntry* entries;
    std::size_t count;
    ReduceRows reduce;
    UpdateSides update_sides;
    AnalyseRows analyse;
    FindOutside find_outside;
    AdvanceStrip advance_strip;
    ghost::FindTile advance_tile_of;
    int lanes;  ///< floats in a vector
};

namespace avx512 {
extern const CpuKernelList kernel_list;
}
namespace avx2 {
extern const CpuKernelList kernel_list;
}
namespace baseline {
extern const CpuKernelList kernel_list;
}

}  // namespace heatlab
