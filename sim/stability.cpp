#include "sim/stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sim/neighbours.h"
#include "sim/waves.h"

namespace heatlab {
namespace {

/// sin^2 + sin^2 of half the largest angles; none where nothing is updated.
std::optional<double> largest_strength(GridSize grid, const Boundaries& boundaries) {
    const GridWaves waves(grid, boundaries);
    if (waves.empty())
        return std::nullopt;
    return waves.columns.squared_half_sine(waves.columns.count() - 1) +
           waves.rows.squared_half_sine(waves.rows.count() - 1) +
           waves.slices.squared_half_sine(waves.slices.count() - 1);
}

/// How often a cell of the axis is its own neighbour: of the updated cells, the one that is so
/// least often.
int least_own_neighbours(int cells, BoundaryKind first, BoundaryKind last) {
    // The middle one of three and more lies between two others.
    if (AxisWaves(cells, first, last).count() > 2)
        return 0;
    const auto end_of = [](BoundaryKind kind) {
        return AxisEnd{kind == BoundaryKind::insulated, kind == BoundaryKind::periodic};
    };
    int least = 2;
    for (int i = 0; i < cells; ++i) {
        if (!is_updated(i, cells, end_of(first), end_of(last)))
            continue;
        const int before = index_before(i, cells, end_of(first)) == i ? 1 : 0;
        const int after = index_after(i, cells, end_of(last)) == i ? 1 : 0;
        least = std::min(least, before + after);
    }
    return least;
}

struct Bounds {
    int dimensions;
    std::optional<double> critical;
    std::optional<double> maximum_principle;

    Bounds(GridSize grid, const Boundaries& boundaries)
        : dimensions(grid.dimensions),
          critical(critical_step_ratio(grid, boundaries)),
          maximum_principle(maximum_principle_bound(grid, boundaries)) {}

    /// Without cells to change nothing flips and nothing overshoots. On small grids the shortest
    /// wave, g = 1 - 2r / critical, keeps its sign for longer than to 1 / (4 d).
    double monotone() const {
        return critical ? std::max(monotone_bound(dimensions), *critical / 2) : 1.0;
    }
};

StabilityBand band_of(double r, const Bounds& bounds) {
    if (r <= bounds.monotone())
        return StabilityBand::monotone;
    if (r <= bounds.maximum_principle.value_or(1.0))
        return StabilityBand::alternating;
    return r <= *bounds.critical ? StabilityBand::overshooting : StabilityBand::unstable;
}

}  // namespace

double safe_step_ratio(int dimensions) {
    return std::floor(0.8 * textbook_bound(dimensions) * 100 + 1e-9) / 100;
}

std::optional<double> critical_step_ratio(GridSize grid, const Boundaries& boundaries) {
    const std::optional<double> strength = largest_strength(grid, boundaries);
    if (!strength || *strength == 0)
        return std::nullopt;
    return 1 / (2 * *strength);
}

std::optional<double> maximum_principle_bound(GridSize grid, const Boundaries& boundaries) {
    if (GridWaves(grid, boundaries).empty())
        return std::nullopt;
    const Boundaries sides = fitted(boundaries, grid.dimensions);
    // Front and back are fixed: no cell between them is its own neighbour.
    const int through_slices = grid.dimensions == 3 ? 2 : 0;
    const int others = 4 - least_own_neighbours(grid.width, sides.left, sides.right) -
                       least_own_neighbours(grid.height, sides.top, sides.bottom) + through_slices;
    return others > 0 ? std::optional(1.0 / others) : std::nullopt;
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
    stability.dimensions = grid.dimensions;
    stability.r = r.value_as<double>();
    stability.centre_weight = r.centre_weight_as<double>();
    stability.checkerboard_factor = 1.0 - 4.0 * grid.dimensions * stability.r;
    stability.bound = critical_step_ratio(grid, boundaries);
    if (const std::optional<double> strength = largest_strength(grid, boundaries))
        stability.fastest_factor = 1.0 - 4.0 * stability.r * *strength;
    stability.band = band_of(stability.r, Bounds(grid, boundaries));
    return stability;
}

std::vector<StabilityBandRange> stability_bands(GridSize grid, const Boundaries& boundaries) {
    const Bounds bounds(grid, boundaries);
    std::vector<StabilityBandRange> bands;
    double from = 0;
    const auto add = [&](StabilityBand band, double to) {
        to = std::min(to, 1.0);
        if (to > from)
            bands.push_back({band, from, to});
        from = std::max(from, to);
    };
    add(StabilityBand::monotone, bounds.monotone());
    add(StabilityBand::alternating, bounds.maximum_principle.value_or(1.0));
    add(StabilityBand::overshooting, bounds.critical.value_or(1.0));
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

double rounding_amplitude(double mean_square, std::int64_t cells) {
    // The norm of a wave is a quarter of the cells, so independent errors e project to 2 e /
    // sqrt(cells).
    return 0x1p-24 * 2 * std::sqrt(mean_square / static_cast<double>(cells));
}

bool is_resolved(double amplitude, double mean_square, std::int64_t cells) {
    return amplitude > 1000 * rounding_amplitude(mean_square, cells);
}

double largest_factor(StepRatio r) {
    const double growth =
        std::abs(r.centre_weight_as<double>()) + r.neighbours() * r.value_as<double>();
    // Each step rounds at most five times in a row, by 2^-24 each; 2^-21 covers that.
    return growth <= 1.0 ? 1.0 : growth * (1.0 + 0x1p-21);
}

std::int64_t certainly_finite_steps(StepRatio r, double max_abs, CellType type) {
    constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    // At the threshold itself the sum of the neighbours is one too many: 2^128, of float64 2^1024.
    const double threshold = overflow_threshold(type) * (4.0 / std::max(4, r.neighbours()));
    if (!(max_abs < threshold))
        return 0;
    const double factor = largest_factor(r);
    if (factor <= 1.0 || max_abs <= 0.0)
        return unlimited;
    const double rate = std::log(factor);
    // DAZ takes what is below the smallest normal number for 0, so larger values alone count.
    const double steps = std::log(threshold / max_abs) / rate;
    // One step less pays for the rounding of the logarithms.
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(steps)) - 1);
}

}  // namespace heatlab
