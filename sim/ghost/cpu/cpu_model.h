#pragma once

#include <span>

#include "sim/ghost/cpu/cpu_calibration.h"
#include "sim/ghost/launch_model.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// What a processor takes for a launch of k steps:
///   t(k) = t0 + U(k) + R(k) + I(k) + M(k)
/// t0: an empty launch. U: computing, the seconds of a vector in a tile of k steps times the
/// vectors that a thread has on average. R: what the rows of a source for each step take beyond
/// that. I: what the busiest thread has more than the average one. M: waiting for memory, for as
/// many cells as the busiest thread's tiles read. The parts add up because tiles wait for memory in
/// their first step and at the ends of their rows, with nothing else to do meanwhile.
/// docs/ghost-zones-cpu.md tells what was tried.
class CpuModel final : public LaunchModel {
public:
    /// `arrays_read` as the application has it.
    CpuModel(int arrays_read, const TileShape& tile, CpuCalibration calibration, int most_steps);

    Prediction predict(GridSize grid, int steps) const override;
    int most_steps() const override { return most_steps_; }

private:
    /// Seconds of a thread per cell that it reads, of a grid of so many cells.
    double waiting(double cells, int steps) const;

    int arrays_read_;
    TileShape tile_;
    CpuCalibration calibration_;
    int most_steps_;
};

/// The work of the busiest of `threads` threads, to whom tiles are handed out as RowShares does it,
/// each taking as long as its work is.
double busiest_work(std::span<const double> tiles, int threads);

}  // namespace heatlab::ghost
