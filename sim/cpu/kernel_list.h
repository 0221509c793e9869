#pragma once

#include <cstddef>

#include "sim/cpu/instruction_set.h"

namespace heatlab {

/// What one instruction set's objects export for one type of cells.
template <typename Real>
struct CpuKernelList {
    const BasicCpuKernelEntry<Real>* entries;
    std::size_t count;
    UpdateSides<Real> update_sides;
    int lanes;  ///< cells in a vector
};

/// What reads fields, and what exists, in float32 alone.
struct CpuReaderList {
    ReduceRows reduce;
    AnalyseRows analyse;
    FindOutside find_outside;
    AdvanceStrip advance_strip;
    ghost::FindTile advance_tile_of;
};

namespace avx512 {
extern const CpuKernelList<float> kernel_list;
extern const CpuReaderList reader_list;
}  // namespace avx512
namespace avx512_float64 {
extern const CpuKernelList<double> kernel_list;
}
namespace avx2 {
extern const CpuKernelList<float> kernel_list;
extern const CpuReaderList reader_list;
}  // namespace avx2
namespace avx2_float64 {
extern const CpuKernelList<double> kernel_list;
}
namespace baseline {
extern const CpuKernelList<float> kernel_list;
extern const CpuReaderList reader_list;
}  // namespace baseline
namespace baseline_float64 {
extern const CpuKernelList<double> kernel_list;
}

}  // namespace heatlab
