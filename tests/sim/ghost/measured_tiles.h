#pragma once

#include <string>
#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/gpu_model.h"
#include "sim/grid.h"

namespace heatlab::ghost::test {

/// Times of all k on a grid.
struct MeasuredCase {
    GridSize grid;
    std::vector<double> launch_seconds;  ///< of k = 1, 2, ...

    double per_step(int steps) const {
        return launch_seconds[static_cast<std::size_t>(steps) - 1] / steps;
    }
    int best_steps() const;
    /// Speed with that k over the best one's.
    double attained(int steps) const { return per_step(best_steps()) / per_step(steps); }
};

/// An application in one tile shape: its calibration, and apart from it what all k took.
struct MeasuredTile {
    Application application;
    TileShape tile;
    std::string
        rows_of_a_thread;  ///< the prototype has two kernels for a tile: "strided", "contiguous"
    GpuCalibration calibration;
    std::vector<MeasuredCase> cases;

    GpuModel model() const;
    std::string name() const;
};

/// A file in tests/data/ghost-zones, whose head says how it came about: "h200-engine.json", or
/// "h200-prototype.json".
std::vector<MeasuredTile> measured_tiles(const std::string& file);

/// An application that has only what a model asks for.
Application application_of(const std::string& name);

}  // namespace heatlab::ghost::test
