#include "sim/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/waves.h"

namespace heatlab {
namespace {

/// sin^2 + sin^2 of half the largest angles; none where nothing is updated.
std::optional<double> largest_strength(GridSize grid, const Boundaries& boundaries) {
    const GridWaves waves(grid, boundaries);
    if (waves.empty())
        return std::nullopt;
    return waves.columns.squared_half_sine(waves.columns.count() - 1) +
           waves.rows.squared_half_sine(waves.rows.count() - 1);
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

std::optional<double> critical_step_ratio(GridSize grid, const Boundaries& boundaries) {
    const std::optional<double> strength = largest_strength(grid, boundaries);
    if (!strength || *strength == 0)
        return std::nullopt;
    return 1 / (2 * *strength);
}

std::optional<double> Stability::steps_to_double_or_halve() const {
    if (!fastest_factor)
        return std::nullopt;
    const double rate = std::log(std::abs(*fastest_factor));
    if (rate == 0.0 || !std::isfinite(rate))
        return std::nullopt;
    return std::numbers::ln2 / std::abs(rate);
}

Stability assess_stability(GridSize grid, const Boundaries& boundaries, StepRatio r) {
    Stability stability;
    stability.r = r.value();
    stability.centre_weight = r.centre_weight();
    stability.checkerboard_factor = 1.0 - 8.0 * stability.r;
    stability.bound = critical_step_ratio(grid, boundaries);
    if (const std::optional<double> strength = largest_strength(grid, boundaries))
        stability.fastest_factor = 1.0 - 4.0 * stability.r * *strength;
    stability.band = band_of(stability.r, stability.bound);
    return stability;
}

std::vector<StabilityBandRange> stability_bands(GridSize grid, const Boundaries& boundaries) {
    const std::optional<double> bound = critical_step_ratio(grid, boundaries);
    std::vector<StabilityBandRange> bands;
    double from = 0;
    const auto add = [&](StabilityBand band, double to) {
        to = std::min(to, 1.0);
        if (to > from)
            bands.push_back({band, from, to});
        from = std::max(from, to);
    };
    add(StabilityBand::monotone, bound ? std::max(monotone_bound, *bound / 2) : 1.0);
    add(StabilityBand::alternating, textbook_bound);
    add(StabilityBand::overshooting, bound.value_or(1.0));
    add(StabilityBand::unstable, 1.0);
    return bands;
}

std::string_view name_of(StabilityBand band) {
    switch (band) {
        case StabilityBand::monotone:
            return "monotone";
        case StabilityBand::alternating:
            return "alternating";
        case StabilityBand::overshooting:
            return "overshooting";
        case StabilityBand::unstable:
            return "unstable";
    }
    return "";
}

std::optional<double> steps_to_reach(double amplitude, double factor, double target) {
    if (amplitude >= target)
        return 0.0;
    const double rate = std::log(std::abs(factor));
    if (!(amplitude > 0) || !(rate > 0))
        return std::nullopt;
    return std::log(target / amplitude) / rate;
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
