#include "sim/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heatlab {
namespace {

double squared_sine(int mode, int interior) {
    const double s = std::sin(mode * std::numbers::pi / (2.0 * (interior + 1.0)));
    return s * s;
}

/// sin^2 of the shortest wave, M pi / (2 (M + 1)), as the cosine of the complement: without
/// cancellation for large M.
double shortest_wave(int interior) {
    const double c = std::cos(std::numbers::pi / (2.0 * (interior + 1.0)));
    return c * c;
}

StabilityBand band_of(double r, std::optional<double> bound) {
    // Without interior nothing changes, so nothing flips and nothing overshoots. On small grids the
    // shortest wave, g = 1 - 2r / bound, keeps its sign for longer.
    if (!bound || r <= std::max(monotone_bound, *bound / 2))
        return StabilityBand::monotone;
    if (r <= textbook_bound)
        return StabilityBand::alternating;
    return r <= *bound ? StabilityBand::overshooting : StabilityBand::unstable;
}

}  // namespace

double amplification_factor(GridSize grid, double r, int p, int q) {
    return 1.0 -
           4.0 * r *
               (squared_sine(p, grid.interior_width()) + squared_sine(q, grid.interior_height()));
}

std::optional<double> critical_step_ratio(GridSize grid) {
    if (!grid.has_interior())
        return std::nullopt;
    return 1.0 /
           (2.0 * (shortest_wave(grid.interior_width()) + shortest_wave(grid.interior_height())));
}

std::optional<double> Stability::steps_to_double_or_halve() const {
    if (!fastest_factor)
        return std::nullopt;
    const double rate = std::log(std::abs(*fastest_factor));
    if (rate == 0.0 || !std::isfinite(rate))
        return std::nullopt;
    return std::numbers::ln2 / std::abs(rate);
}

Stability assess_stability(GridSize grid, StepRatio r) {
    Stability stability;
    stability.r = r.value();
    stability.centre_weight = r.centre_weight();
    stability.checkerboard_factor = 1.0 - 8.0 * stability.r;
    stability.bound = critical_step_ratio(grid);
    if (grid.has_interior()) {
        stability.fastest_factor = 1.0 - 4.0 * stability.r *
                                             (shortest_wave(grid.interior_width()) +
                                              shortest_wave(grid.interior_height()));
    }
    stability.band = band_of(stability.r, stability.bound);
    return stability;
}

std::int64_t certainly_finite_steps(StepRatio r, double max_abs) {
    constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    // At the threshold itself the sum of four neighbours is 2^128, one too many.
    if (!(max_abs < overflow_threshold))
        return 0;
    const double growth = std::abs(double{r.centre_weight()}) + 4.0 * r.value();
    if (growth <= 1.0 || max_abs <= 0.0)
        return unlimited;
    // Each step rounds at most four times in a row, by 2^-24 each; 2^-21 covers that twice over.
    const double rate = std::log(growth * (1.0 + 0x1p-21));
    // DAZ takes what is below the smallest normal number for 0, so larger values alone count.
    const double steps = std::log(overflow_threshold / max_abs) / rate;
    // One step less pays for the rounding of the logarithms.
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(steps)) - 1);
}

}  // namespace heatlab
