#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "sim/bench/kernel_times.h"
#include "sim/compare.h"
#include "sim/field.h"
#include "sim/simulation.h"

// The parts of the report of record (`heatlab bench`) that look at results, not at times. All of
// them block, and start from `initial`, which has the simulation's size and type of cells.

namespace heatlab {

/// How a kernel's field compares with the reference in more precision after `bench_check_steps`.
struct KernelCorrectness {
    const KernelInfo* kernel = nullptr;
    /// First cell outside the stated tolerance; of a kernel that does not advance, the first that
    /// is not to the bit what it was.
    std::optional<CellDifference> beyond;
    std::optional<CellDifference> ring;  ///< first cell of the boundary ring that changed
    double steps_per_launch = 1;         ///< as it ran

    bool passed() const { return !beyond && !ring; }
};
inline constexpr std::int64_t bench_check_steps = 4;

/// Called before each piece of work.
using PartProgress = std::function<void(int done, int total)>;

template <typename Real>
std::vector<KernelCorrectness> check_kernels(Simulation& simulation,
                                             const std::vector<const KernelInfo*>& kernels,
                                             const BasicField<Real>& initial, StepRatio r,
                                             const PartProgress& progress = {});

/// What a number of steps at one r makes of the field.
struct TimestepResult {
    double r = 0;
    double centre_weight = 0;        ///< 1 - 4r
    double checkerboard_factor = 0;  ///< |1 - 8r|
    double max_abs_u = 0;            ///< of the finite cells
    bool finite = true;
};

template <typename Real>
TimestepResult run_timestep(Simulation& simulation, const KernelInfo& kernel,
                            const BasicField<Real>& initial, StepRatio r, std::int64_t steps);

/// A kernel of several steps per launch against the plain one.
struct MultiStepResult {
    const KernelInfo* kernel = nullptr;
    std::optional<CellDifference> first_difference;  ///< from the run in single steps
    double steps_per_launch = 1;                     ///< as it ran
    std::optional<double> reads_per_cell_per_step;   ///< see the function of that name

    bool reads_within_limit() const { return reads_per_cell_per_step.value_or(0) <= most_reads; }
    static constexpr double most_reads = 1.5;
};

/// One result for each kernel that takes more than one step per launch.
template <typename Real>
std::vector<MultiStepResult> compare_multi_step(Simulation& simulation,
                                                const std::vector<const KernelInfo*>& kernels,
                                                const BasicField<Real>& initial, StepRatio r,
                                                std::int64_t steps,
                                                const PartProgress& progress = {});

/// Loads from global memory per cell and time step, by the table, for a run of so many steps per
/// launch. None where the table does not count what ran: single steps of a kernel of several.
std::optional<double> reads_per_cell_per_step(const KernelInfo& kernel, double steps_per_launch,
                                              CellType type = CellType::float32);

}  // namespace heatlab
