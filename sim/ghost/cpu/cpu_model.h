#pragma once

#include <span>
#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/cpu/cpu_calibration.h"
#include "sim/ghost/launch_model.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// What a processor takes for a launch of k steps:
///   t(k) = t0 + U(k) + I(k) + M(k)
/// t0: a launch of tiles that do nothing. U: computing, the seconds of a vector in a tile of k
/// steps, with as many threads at work as there are tiles for, times the vectors that a thread has
/// on average. I: what busier threads take longer; quicker, the fewer are left at work. M: waiting
/// for memory, for as many cells as the busiest thread's tiles read. The parts add up because tiles
/// wait for memory in their first step and at the ends of their rows, with nothing else to do
/// meanwhile. docs/ghost-zones-cpu.md tells what was tried.
class CpuModel final : public LaunchModel {
public:
    /// `kept_arrays`: kept_arrays_of() the application.
    CpuModel(int kept_arrays, const TileShape& tile, CpuCalibration calibration, int most_steps);

    Prediction predict(GridSize grid, int steps) const override;
    int most_steps() const override { return most_steps_; }

private:
    /// What threads with so much work each, ascending, take together, in vectors as long as those
    /// at first.
    double computing(std::span<const double> work, int steps) const;
    /// Seconds of a thread per cell that it reads, of a grid of so many cells.
    double waiting(double cells, int steps) const;

    int kept_arrays_;
    TileShape tile_;
    CpuCalibration calibration_;
    int most_steps_;
};

/// Arrays of a grid that caches may keep from one launch to the next: its cells before and after,
/// and a source; but one that has a row for each step goes by without staying anywhere.
int kept_arrays_of(const Application& application);

/// How long each thread of these paces (see CpuCalibration) is at work, ascending, when tiles are
/// handed out as RowShares does it, each taking its work times the pace.
std::vector<double> work_of_threads(std::span<const double> tiles, std::span<const double> paces);

}  // namespace heatlab::ghost
