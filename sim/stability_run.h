#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/field.h"
#include "sim/simulation.h"
#include "sim/stability.h"

namespace heatlab {

/// The field at one step, in a few numbers.
struct TracePoint {
    std::int64_t step = 0;
    bool finite = true;  ///< every cell; the rest is NaN where not
    /// Of the fastest-growing wave, see WaveGauge; NaN where there is none, in the last step
    /// before an overflow where the change of a cell overflows first, and in a float64 field that
    /// float32, in which it is read, does not hold.
    double wave_amplitude = 0;
    double largest_magnitude = 0;  ///< max |u|
    double minimum = 0;
    double maximum = 0;
    double energy = 0;  ///< mean of u^2
};

/// Whether float32, in which a float64 field is read, holds its cells: what is beyond is read as
/// float32's largest number, and nothing is to be measured of it.
bool is_read_in_full(const FieldAnalysis& analysis);

TracePoint trace_point(const FieldAnalysis& analysis, bool finite, const WaveGauge* gauge);

/// What will happen if r stays, in steps from now. None: never, or there is no such wave.
struct GrowthPrediction {
    std::optional<double>
        steps_to_overshoot;  ///< beyond the initial range by overshoot_margin; 0: is
    std::optional<double> steps_to_overflow;  ///< to the overflow_threshold of the cells
};

/// The one forecast: the fastest-growing wave is multiplied by |g| each step. It grows from its
/// present amplitude; from what rounding gives every wave, where it has less; from as much as the
/// field is outside its initial range now, which is the doing of it and its neighbours, where that
/// is more. `cells`: of the grid.
///
/// A start that is nothing but this wave keeps to it within two steps. Of others (the tests' starts
/// at 0.26, 0.3 and 0.5) the overflow comes at most 15 % earlier than forecast at the start, and
/// within 7 % once the field has left its range. Overshoot is forecast for waves that grow: a sharp
/// edge leaves the range within a few steps at any r > 1/4.
GrowthPrediction predict_growth(const Stability& stability, const TracePoint& now,
                                std::int64_t cells, double initial_minimum, double initial_maximum,
                                CellType type = CellType::float32);

/// Values count as overshoot from here on: 1 % of the initial range beyond it.
ValueLimits overshoot_limits(double initial_minimum, double initial_maximum);

/// What a run of the scheme did.
struct StabilityRun {
    Stability stability;
    std::int64_t steps = 0;                  ///< carried out
    std::optional<double> growth_predicted;  ///< |g| of the fastest-growing wave
    /// Geometric mean per step of that wave's amplitude over the steps before the first non-finite
    /// one, as long as it stands above rounding (is_resolved); none where it never does for a step.
    std::optional<double> growth_measured;
    std::optional<std::int64_t> first_overshoot_step;  ///< none: never
    std::optional<std::int64_t> first_non_finite_step;
    double largest_magnitude = 0;   ///< max |u| at the last finite step
    std::vector<TracePoint> trace;  ///< every step, where asked for
};

struct StabilityRunRequest {
    StepRatio r = {};
    Boundaries boundaries = {};
    std::int64_t steps = 2000;
    bool keep_trace = false;
    bool stop_when_not_finite = true;
};

/// Blocking: runs `simulation` from `initial`, analysing every step. `cancelled` ends it early,
/// with what it has.
StabilityRun run_stability(Simulation& simulation, const Field& initial,
                           const StabilityRunRequest& request,
                           const std::atomic<bool>* cancelled = nullptr);
/// The same from a field of float64: exactly where the simulation has such cells. What is read of
/// it is float32 in both.
StabilityRun run_stability(Simulation& simulation, const Field64& initial,
                           const StabilityRunRequest& request,
                           const std::atomic<bool>* cancelled = nullptr);

/// The field a sweep starts from: the fastest-growing wave of this grid with amplitude 1.
Field fastest_wave(GridSize grid, const Boundaries& boundaries);

/// r from `low` to `high`, both included where the step reaches it.
struct RatioSweep {
    double low = 0.20;
    double high = 0.30;
    double step = 0.005;

    std::vector<double> ratios() const;  ///< ascending
    friend bool operator==(const RatioSweep&, const RatioSweep&) = default;
};
/// Throws InputError (argument `argument`) for what is no sweep: bounds outside [0, 1], out of
/// order, a step that is not positive, more than 10 000 values.
void validate_sweep(const char* argument, const RatioSweep& sweep);

struct SweepPoint {
    double r = 0;
    std::optional<double> predicted;  ///< |g| of the fastest-growing wave
    std::optional<double> measured;
};

}  // namespace heatlab
