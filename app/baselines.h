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

/// Baselines::launch_bound_below. Blocking; leaves the field as it is.
inline double measure_launch_bound(Simulation& simulation) {
    const std::optional<double> empty_launch = simulation.measure_empty_launch();
    return empty_launch ? launch_bound_factor * *empty_launch : usual_launch_bound_seconds;
}

/// Blocking; measured anew at each call. Leaves the field as it is.
inline Baselines measure_baselines(Simulation& simulation) {
    Baselines found;
    const double copied = simulation.measure_copy_bandwidth();
    if (copied > 0)
        found.copy_bytes_per_second = copied;
    found.launch_bound_below = measure_launch_bound(simulation);
    return found;
}

}  // namespace heatlab
