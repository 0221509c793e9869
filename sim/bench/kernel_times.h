#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/kernel_table.h"
#include "sim/simulation.h"
#include "sim/spread.h"

namespace heatlab {

/// As a batch ran; 1 for one without launches.
double steps_per_launch(const BatchReport& report);

/// Device seconds per step of one kernel, or per launch of one that does not advance.
struct KernelTime {
    const KernelInfo* kernel = nullptr;
    Spread seconds_per_step;
    double steps_per_launch = 1;  ///< as it ran: a kernel may finish in single steps, or plan them
    CellType type = CellType::float32;  ///< of the field

    double seconds_per_launch() const { return seconds_per_step.median * steps_per_launch; }
    /// Bytes that every cell must move, over the time of a launch.
    double bytes_per_second(GridSize grid) const;
    double cells_per_second(GridSize grid) const;
};

struct TimingOptions {
    int rounds = 9;          ///< in each, every kernel takes its turn
    double seconds = 0.05;   ///< of one run, about
    std::int64_t steps = 0;  ///< of one run; 0: as many as take `seconds`
    /// Of all runs of one kernel: from there on it takes no further turn, once it had
    /// `fewest_runs`.
    double most_seconds = 10;
    static constexpr int fewest_runs = 3;
};

/// Called before each run, while the runs of a kernel find their length with the same `done`;
/// false: no further run.
using BenchProgress = std::function<bool(int done, int total)>;

/// Blocking: times `kernels` in turns, so that what disturbs the machine disturbs all of them
/// alike; a first round warms up, finds the length of the runs, and does not count. The field goes
/// on. A kernel whose turn never came has no runs.
std::vector<KernelTime> time_in_turns(Simulation& simulation,
                                      const std::vector<const KernelInfo*>& kernels,
                                      const TimingOptions& options,
                                      const BenchProgress& progress = {});

/// Those of `kernels` that the simulation's grid and boundaries allow; `refused` hears of the
/// others, with the reason. Another kernel is set afterwards.
std::vector<const KernelInfo*> kernels_that_fit(
    Simulation& simulation, const std::vector<const KernelInfo*>& kernels,
    const std::function<void(const KernelInfo&, const std::string& reason)>& refused = {});

/// The kernels of a backend for such fields, in the table's order.
std::vector<const KernelInfo*> kernels_of(BackendKind backend, int dimensions = 2,
                                          CellType type = CellType::float32);

}  // namespace heatlab
