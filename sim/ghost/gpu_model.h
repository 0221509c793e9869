#pragma once

#include "sim/ghost/application.h"
#include "sim/ghost/gpu_calibration.h"
#include "sim/ghost/launch_model.h"
#include "sim/ghost/load_curve.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// What a GPU takes for a launch of k steps:
///
///   t(k) = t0 + ((C(n, E(k)) - t0 + L(k))^3 + M(k)^3)^(1/3)
///
/// - t0: an empty launch with one block per multiprocessor, in a graph.
/// - n: blocks of the busiest multiprocessor, its share rounded up while there are few.
/// - E(k): what a block computes, see step_volume().
/// - C: the load curve, see LoadCurve.
/// - L(k): what one block waits for rows of a source that come from memory; 0 without such rows.
/// - M(k): bytes that have to come from memory over the bandwidth of a plain kernel with as many
///   arrays of that footprint; 0 where all of them stay within share_of_cache (calibration_plan.h).
/// The exponent stands for how far computing and memory overlap: 1 would be not at all, infinity
/// wholly. See docs/ghost-zones.md for where this comes from and where it errs.
class GpuModel final : public LaunchModel {
public:
    /// Throws std::invalid_argument for a calibration without loads.
    GpuModel(const Application& application, const TileShape& tile, GpuCalibration calibration,
             int most_steps);

    Prediction predict(GridSize grid, int steps) const override;
    int most_steps() const override { return most_steps_; }

    /// n of that launch.
    double busiest_load(GridSize grid, int steps) const;

private:
    double exposed_latency(int steps) const;
    double memory_seconds(GridSize grid, int steps) const;
    double bandwidth(int arrays_read, bool writes, double footprint_bytes) const;

    const Application& application_;
    TileShape tile_;
    GpuCalibration calibration_;
    int most_steps_;
    LoadCurve cached_;  ///< with whatever it reads in the last cache
    LoadCurve streamed_;
};

}  // namespace heatlab::ghost
