#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/boundary.h"
#include "sim/cell_type.h"
#include "sim/grid.h"
#include "sim/step_ratio.h"

namespace heatlab {

/// 1 / (2 d): the bound of the maximum principle in d dimensions (of all grids but the thinnest,
/// see maximum_principle_bound), and the limit of every grid's own bound.
constexpr double textbook_bound(int dimensions = 2) {
    return 0.5 / dimensions;
}
/// 1 / (4 d): up to here every wave decays without changing its sign, on every grid.
constexpr double monotone_bound(int dimensions = 2) {
    return 0.25 / dimensions;
}
/// An r at which a run can begin again: 0.8 of the textbook bound, in whole hundredths: 0.40, 0.20
/// and 0.13 in one, two and three dimensions.
double safe_step_ratio(int dimensions);
/// Largest |u| for which the sum of four neighbours is still finite in cells of that type.
constexpr double overflow_threshold(CellType type = CellType::float32) {
    return type == CellType::float64 ? 0x1p1022 : 0x1p126;
}

/// A value has overshot where it is beyond the initial range by more than this fraction of it.
inline constexpr double overshoot_margin = 0.01;

enum class StabilityBand {
    monotone,      ///< r <= half this grid's bound, 1/(4d) where it is large: no wave flips sign
    alternating,   ///< r <= maximum_principle_bound, 1/(2d): short waves flip sign each step and
                   ///< decay
    overshooting,  ///< r <= this grid's bound: the maximum principle is lost, nothing grows
    unstable       ///< beyond: the corner wave grows each step
};

/// Critical r of this grid: 1 / (2 (sin^2(theta_x / 2) + sin^2(theta_y / 2) + ..)) with the largest
/// angles of its waves (sim/waves.h). None for a grid without cells to update, and for one that
/// holds the constant wave alone.
std::optional<double> critical_step_ratio(GridSize grid, const Boundaries& boundaries);

/// Up to this r a step keeps every cell between the extremes of itself and its neighbours: the
/// weight of its own value, 1 - 2 d r plus r for each missing neighbour that it stands in for, is
/// not negative. 1/4 wherever some cell has four others around it; 1/2 for a row of cells between
/// insulated sides and in one dimension, 1/6 in three. None where nothing is updated or nothing can
/// change.
std::optional<double> maximum_principle_bound(GridSize grid, const Boundaries& boundaries);

/// All that the badge says about an r on a grid.
struct Stability {
    int dimensions = 2;                    ///< d
    double r = 0;                          ///< as the simulation uses it
    double centre_weight = 1;              ///< 1 - 2 d r
    double checkerboard_factor = 1;        ///< 1 - 4 d r, of the checkerboard on an infinite grid
    std::optional<double> bound;           ///< this grid's critical r
    std::optional<double> fastest_factor;  ///< g of this grid's shortest wave
    StabilityBand band = StabilityBand::monotone;

    /// Steps in which the shortest wave doubles (|g| > 1) or halves (|g| < 1); none at |g| = 0
    /// or 1.
    std::optional<double> steps_to_double_or_halve() const;
};

Stability assess_stability(GridSize grid, const Boundaries& boundaries, StepRatio r);

/// One of the ranges of r in which a grid behaves alike: from `from` (exclusive, but for 0) to `to`
/// (inclusive). Bands that a grid does not have are left out.
struct StabilityBandRange {
    StabilityBand band = StabilityBand::monotone;
    double from = 0;
    double to = 1;
};
std::vector<StabilityBandRange> stability_bands(GridSize grid, const Boundaries& boundaries);
/// "monotone", "alternating", "overshooting", "unstable".
std::string_view name_of(StabilityBand band);

/// Steps until a wave of this amplitude, multiplied by |factor| each step, reaches `target`; 0
/// where it is there already, none where it never will or does not exist.
std::optional<double> steps_to_reach(double amplitude, double factor, double target);

/// Amplitude that rounding alone gives to any single wave: errors of 2^-24 of u, independent from
/// cell to cell, projected on a wave of the grid.
double rounding_amplitude(double mean_square, std::int64_t cells);

/// Whether a wave stands far enough above rounding for its growth to be measured.
bool is_resolved(double amplitude, double mean_square, std::int64_t cells);

/// Number of steps that certainly keep every cell finite, from max|u| = `max_abs`: in the maximum
/// norm a step multiplies by at most |1 - 2 d r| + 2 d r. Unlimited (INT64_MAX) where that is at
/// most 1. At least 0.
std::int64_t certainly_finite_steps(StepRatio r, double max_abs, CellType type = CellType::float32);
/// Largest factor of a step in the maximum norm, rounding included: |1 - 2 d r| + 2 d r where that
/// is above 1, else 1.
double largest_factor(StepRatio r);

}  // namespace heatlab
