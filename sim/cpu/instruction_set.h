#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "sim/cpu/analyse_job.h"
#include "sim/cpu/reduce_job.h"
#include "sim/cpu/side_update.h"
#include "sim/cpu/wavefront/strip_task.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/kernel_table.h"

namespace heatlab {

/// A kernel under the name of its row in the table, which is also the name of its file in
/// sim/cpu/kernels/.
template <typename Real>
struct BasicCpuKernelEntry {
    const char* name;
    BasicCpuKernel<Real> run;
};

/// What steps fields of one type of cells.
template <typename Real>
struct CpuSteppers {
    std::span<const BasicCpuKernelEntry<Real>> kernels;
    UpdateSides<Real> update_sides = nullptr;
};

/// The same sources, compiled for one instruction set.
struct InstructionSet {
    std::string_view title;  ///< "AVX-512", "AVX2", "x86-64"
    bool supported = false;  ///< by this processor and its operating system
    CpuSteppers<float> float32;
    CpuSteppers<double> float64;
    ReduceRows reduce = nullptr;
    AnalyseRows analyse = nullptr;
    FindOutside find_outside = nullptr;
    AdvanceStrip advance_strip = nullptr;  ///< the core of the wavefront kernel
    ghost::FindTile advance_tile_of = nullptr;
    int lanes = 0;  ///< floats in a vector

    template <typename Real>
    const CpuSteppers<Real>& steppers() const {
        if constexpr (std::is_same_v<Real, double>)
            return float64;
        else
            return float32;
    }
    /// Throws std::logic_error where the table names a kernel that has no source.
    template <typename Real = float>
    BasicCpuKernel<Real> kernel(std::string_view name) const;
};

/// All that this program was built with, fastest first; the last one runs everywhere.
std::span<const InstructionSet> instruction_sets();

/// The first that is supported.
const InstructionSet& best_instruction_set();

}  // namespace heatlab
