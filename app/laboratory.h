#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis.h"
#include "sim/spectrum.h"
#include "sim/stability_run.h"

namespace heatlab {

/// What the stability laboratory observes, set by the user.
struct LaboratorySetting {
    bool traces = true;     ///< fastest wave, extremes, energy
    bool spectrum = false;  ///< of u(n+1) - u(n), twice a second
    bool watch = true;      ///< the maximum-principle light

    friend bool operator==(const LaboratorySetting&, const LaboratorySetting&) = default;
};

/// r was moved while the run went on.
struct RatioChange {
    std::int64_t step = 0;
    double from = 0;
    double to = 0;
};

/// The history since the last start, thinned so that it stays small: never more than
/// `most_trace_points`, the newest always there.
struct Traces {
    std::vector<TracePoint> points;    ///< by step, ascending
    std::vector<RatioChange> changes;  ///< oldest first, the newest 64
    std::optional<std::int64_t> non_finite_step;
    /// The first point since r, boundaries, or the field were last changed: where the measured
    /// growth starts.
    std::size_t segment_begin = 0;
};
inline constexpr std::size_t most_trace_points = 4096;

/// Measured against theory, over the steps since r or the field last changed.
struct GrowthReading {
    std::optional<double> measured;    ///< factor per step of the fastest wave, geometric mean
    std::optional<double> theory;      ///< |g| of that wave at the r in use
    std::optional<double> difference;  ///< (ln measured - ln theory) / |ln theory|
    std::int64_t over_steps = 0;
    bool at_rounding_level = false;  ///< the wave is below what float32 resolves of this field
};

/// When the field will leave its range, and float its own, if r stays.
struct GrowthForecast {
    std::optional<double> steps_to_overshoot;  ///< none: never, or it has
    std::optional<double> steps_to_overflow;
};

/// The maximum-principle light.
struct MaximumPrinciple {
    double initial_minimum = 0;
    double initial_maximum = 0;
    std::optional<LimitCrossing> first_crossing;  ///< by more than 1 % of the initial range
    bool watching = false;                        ///< each step is compared now
    /// None: every step that could leave the range was compared. Else earlier ones were not, and
    /// may have left it; the first crossing is only the first seen.
    std::optional<std::int64_t> watched_since;
};

/// A run from a single wave: measured, discrete and continuous decay side by side. Factors per
/// step.
struct ExactMode {
    int p = 1;
    int q = 1;
    std::optional<double> amplitude;
    std::optional<double> measured;  ///< signed
    double discrete = 0;             ///< g of the wave
    double continuous = 0;           ///< exp(-lambda dt)
};

/// What halving the cell size at this dt would do.
struct Refinement {
    std::optional<GridSize> grid;  ///< the finer one; none: beyond what is allowed
    double r = 0;                  ///< it would have: four times the present one
    double stable_time_step = 0;   ///< seconds, at r = 1/4 with half the cell size
    bool allowed = false;          ///< r would be at most 1
};

/// A sweep over r in progress or done. Runs on a grid of its own, on one thread.
struct SweepState {
    RatioSweep sweep;
    GridSize grid;
    Boundaries boundaries;
    std::vector<SweepPoint> points;  ///< as they come, by r
    std::size_t total = 0;
    bool running = false;
    bool cancelled = false;
};

/// Everything that the laboratory's panels show.
struct Laboratory {
    std::shared_ptr<const Traces> traces;  ///< never null
    GrowthReading growth;
    GrowthForecast forecast;
    MaximumPrinciple principle;
    std::optional<FieldAnalysis> analysis;  ///< the newest
    std::optional<ExactMode> exact;         ///< where the field started from a wave
    Refinement refinement;
    std::shared_ptr<const Spectrum> spectrum;  ///< null: none yet
    double angle_x = 0;                        ///< of the fastest-growing wave, radians per cell
    double angle_y = 0;
    std::shared_ptr<const CellBlock> loupe;   ///< null: closed, or not read yet
    std::shared_ptr<const SweepState> sweep;  ///< null: none was started
    double analysis_seconds_per_frame = 0;    ///< of the backend, mean of the last second
    double spectrum_seconds = 0;              ///< of one transform, off the interface thread
};

}  // namespace heatlab
