#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "sim/grid.h"
#include "sim/step_ratio.h"

namespace heatlab {

/// The bound of the maximum principle in two dimensions, and the limit of every grid's own bound.
inline constexpr double textbook_bound = 0.25;
/// Up to here every wave decays without changing its sign, on every grid.
inline constexpr double monotone_bound = 0.125;
/// Largest |u| for which the sum of four neighbours is still finite in float32.
inline constexpr double overflow_threshold = 0x1p126;

enum class StabilityBand {
    monotone,      ///< r <= half this grid's bound (1/8 where it is large): no wave flips sign
    alternating,   ///< r <= 1/4: short waves flip sign each step and decay
    overshooting,  ///< r <= this grid's bound: the maximum principle is lost, nothing grows
    unstable       ///< beyond: the corner wave grows each step
};

/// Amplification factor g = 1 - 4r (sin^2(p pi / (2 (Mx+1))) + sin^2(q pi / (2 (My+1)))) of the
/// sine mode (p, q), 1 <= p <= Mx, 1 <= q <= My, between fixed walls (von Neumann analysis).
double amplification_factor(GridSize grid, double r, int p, int q);

/// Critical r of this grid with fixed walls: 1 / (2 (sin^2(Mx pi/(2(Mx+1))) + sin^2(My
/// pi/(2(My+1))))), M interior cells per axis. None for a grid without interior.
std::optional<double> critical_step_ratio(GridSize grid);

/// All that the badge says about an r on a grid.
struct Stability {
    double r = 0;                          ///< as the simulation uses it
    double centre_weight = 1;              ///< 1 - 4r
    double checkerboard_factor = 1;        ///< 1 - 8r, of the checkerboard on an infinite grid
    std::optional<double> bound;           ///< this grid's critical r
    std::optional<double> fastest_factor;  ///< g of this grid's shortest wave (Mx, My)
    StabilityBand band = StabilityBand::monotone;

    /// Steps in which the shortest wave doubles (|g| > 1) or halves (|g| < 1); none at |g| = 0
    /// or 1.
    std::optional<double> steps_to_double_or_halve() const;
};

Stability assess_stability(GridSize grid, StepRatio r);

/// Number of steps that certainly keep every cell finite, from max|u| = `max_abs`: in the maximum
/// norm a step multiplies by at most |1-4r| + 4r. Unlimited (INT64_MAX) where that is at most 1.
/// At least 0.
std::int64_t certainly_finite_steps(StepRatio r, double max_abs);

}  // namespace heatlab
