#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/snapshot.h"

namespace heatlab {

/// A run for the pictures: so many steps at each r, from an amplitude of the fastest wave.
struct MadeUpRun {
    std::vector<std::pair<double, int>> parts;  ///< r, steps
    double first_amplitude = 0.1;
    double rounding = 2e-9;  ///< the wave does not fall below that
};

/// Fills `snapshot.laboratory`, r, step and stability with what such a run would show; ends at the
/// first step past float's range.
void make_up_run(Snapshot& snapshot, const MadeUpRun& run);
/// Waves of a smooth field, and where r is past the bound the corner wave over them.
void make_up_spectrum(Snapshot& snapshot, bool whole);
/// The first `points` of a sweep.
void make_up_sweep(Snapshot& snapshot, std::size_t points);
/// Three presets, without files; `current`: the one that the run began with, NAME:VARIANT.
void make_up_presets(Snapshot& snapshot, const std::string& current);
/// A start from the sine mode (1, 1).
void make_up_exact_mode(Snapshot& snapshot);

}  // namespace heatlab
