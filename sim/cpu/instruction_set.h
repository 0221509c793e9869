#pragma once

#include <span>
#include <string_view>

#include "sim/cpu/analyse_job.h"
#include "sim/cpu/reduce_job.h"
#include "sim/cpu/side_update.h"
#include "sim/cpu/wavefront/strip_task.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/kernel_table.h"

namespace heatlab {

/// A kernel under the name of its row in the table, which is also the name of its file in
/// sim/cpu/kernels/.
struct CpuKernelEntry {
    const char* name;
    CpuKernel run;
};

/// The same sources, compiled for one instruction set.
struct InstructionSet {
    std::string_view title;  ///< "AVX-512", "AVX2", "x86-64"
    bool supported = false;  ///< by this processor and its operating system
    std::span<const CpuKernelEntry> kernels;
    ReduceRows reduce = nullptr;
    UpdateSides update_sides = nullptr;
    AnalyseRows analyse = nullptr;
    FindOutside find_outside = nullptr;
    AdvanceStrip advance_strip = nullptr;  ///< the core of the wavefront kernel
    ghost::FindTile advance_tile_of = nullptr;
    int lanes = 0;                         ///< floats in a vector

    /// Throws std::logic_error where the table names a kernel that has no source.
    CpuKernel kernel(std::string_view name) const;
};

/// All that this program was built with, fastest first; the last one runs everywhere.
std::span<const InstructionSet> instruction_sets();

/// The first that is supported.
const InstructionSet& best_instruction_set();

}  // namespace heatlab
