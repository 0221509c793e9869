#pragma once

#include <optional>

#include "app/timing_windows.h"
#include "sim/simulation.h"

namespace heatlab {

/// What figures on a grid of a backend are held against.
struct Baselines {
    std::optional<double> copy_bytes_per_second;  ///< none: not measured
    /// Seconds; a launch that takes less is dominated by launching, see launch_bound_factor.
    double launch_bound_below = usual_launch_bound_seconds;
};

/// Blocking; measured anew at each call. Leaves the field as it is.
inline Baselines measure_baselines(Simulation& simulation) {
    Baselines found;
    const double copied = simulation.measure_copy_bandwidth();
    if (copied > 0)
        found.copy_bytes_per_second = copied;
    if (const std::optional<double> empty_launch = simulation.measure_empty_launch())
        found.launch_bound_below = launch_bound_factor * *empty_launch;
    return found;
}

}  // namespace heatlab
