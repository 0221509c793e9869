#pragma once

#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/gpu_calibration.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Beyond this share of the last cache a copy's bandwidth falls from the cache's towards the
/// memory's: lines begin to be evicted between launches. Launches that are to tell what the
/// multiprocessors do keep within it.
inline constexpr double share_of_cache = 2.0 / 3;

/// What a calibration needs to know of a GPU and of the candidates' kernels before it begins.
struct CalibrationSite {
    int multiprocessors = 0;
    int resident_blocks = 0;  ///< of the kernel that takes two steps, by the occupancy calculator
    double cache_bytes = 0;   ///< of the last level
    int most_steps = 1;       ///< the largest k among the candidates
};

/// The launches to be timed, their seconds still 0. Each is of zone height 1 on
/// multiprocessors * blocks_per_multiprocessor blocks that are full, and touches no more memory
/// than share_of_cache, for they are to tell what a step costs a multiprocessor.
std::vector<GpuCalibration::Load> planned_loads(const Application& application,
                                                const TileShape& tile, const CalibrationSite& site);

/// The plain kernels to be timed, their bytes per second still 0: those whose arrays are as many
/// as the application's, and where it reads a row of its source per step, one that only reads.
std::vector<GpuCalibration::Bandwidth> planned_bandwidths(const Application& application,
                                                          const CalibrationSite& site);

}  // namespace heatlab::ghost
