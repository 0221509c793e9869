#include "sim/waves.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace heatlab {
namespace {

constexpr double pi = std::numbers::pi;

bool fixed(BoundaryKind kind) {
    return kind == BoundaryKind::dirichlet;
}

std::vector<float> narrowed(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

}  // namespace

AxisWaves::AxisWaves(int cells, BoundaryKind first, BoundaryKind last)
    : cells_(cells),
      first_(first),
      last_(last),
      first_updated_(fixed(first) ? 1 : 0),
      count_(std::max(0, cells - (fixed(first) ? 1 : 0) - (fixed(last) ? 1 : 0))) {}

double AxisWaves::angle(int p) const {
    assert(p >= 0 && p < count_);
    // Divided first, so that half a turn is pi itself.
    const double m = count_;
    if (first_ == BoundaryKind::periodic)
        return 2 * ((p + 1) / 2) / m * pi;
    if (fixed(first_) && fixed(last_))
        return (p + 1) / (m + 1) * pi;
    if (!fixed(first_) && !fixed(last_))
        return p / m * pi;
    return (2 * p + 1) / (2 * m + 1) * pi;
}

double AxisWaves::squared_half_sine(int p) const {
    // Each form where it cancels nothing; the second is exact at right angles and at pi.
    const double theta = angle(p);
    if (theta < pi / 2)
        return std::sin(theta / 2) * std::sin(theta / 2);
    return (1 + std::sin(theta - pi / 2)) / 2;
}

int AxisWaves::shortest_first() const {
    const bool pair = first_ == BoundaryKind::periodic && count_ % 2 == 1 && count_ > 1;
    return count_ - (pair ? 2 : 1);
}

std::vector<double> AxisWaves::shape(int p) const {
    assert(p >= 0 && p < count_);
    std::vector<double> values(static_cast<std::size_t>(cells_), 0.0);
    const double theta = angle(p);
    for (int k = 0; k < count_; ++k) {
        double value = 0;
        if (first_ == BoundaryKind::periodic)
            value = p % 2 == 1 || p == 0 ? std::cos(theta * k) : std::sin(theta * k);
        else if (fixed(first_))
            value = std::sin(theta * (k + 1));
        else if (fixed(last_))
            value = std::sin(theta * (count_ - k));
        else
            value = std::cos(theta * (k + 0.5));
        const int cell = first_updated_ + k;
        values[static_cast<std::size_t>(cell)] = value;
    }
    return values;
}

double AxisWaves::squared_norm(int p) const {
    double sum = 0;
    for (const double value : shape(p))
        sum += value * value;
    return sum;
}

GridWaves::GridWaves(GridSize grid, const Boundaries& boundaries)
    : columns(grid.width, boundaries.left, boundaries.right),
      rows(grid.height, fitted(boundaries, grid.dimensions).top,
           fitted(boundaries, grid.dimensions).bottom),
      slices(grid.dimensions == 3
                 ? AxisWaves(grid.depth, BoundaryKind::dirichlet, BoundaryKind::dirichlet)
                 : AxisWaves(1, BoundaryKind::insulated, BoundaryKind::insulated)) {}

double amplification_factor(double r, double angle_x, double angle_y) {
    const double x = std::sin(angle_x / 2);
    const double y = std::sin(angle_y / 2);
    return 1 - 4 * r * (x * x + y * y);
}

WaveGauge::WaveGauge(const GridWaves& waves, int p, int q) {
    const auto same_angle = [](const AxisWaves& axis, int wave) {
        std::vector<int> found;
        for (const int other : {wave - 1, wave, wave + 1})
            if (other >= 0 && other < axis.count() && axis.angle(other) == axis.angle(wave))
                found.push_back(other);
        return found;
    };
    angle_x_ = waves.columns.angle(p);
    angle_y_ = waves.rows.angle(q);
    strength_ = waves.columns.squared_half_sine(p) + waves.rows.squared_half_sine(q);
    for (const int column_wave : same_angle(waves.columns, p)) {
        for (const int row_wave : same_angle(waves.rows, q)) {
            weights_.push_back(
                {narrowed(waves.columns.shape(column_wave)), narrowed(waves.rows.shape(row_wave))});
            squared_norms_.push_back(waves.columns.squared_norm(column_wave) *
                                     waves.rows.squared_norm(row_wave));
        }
    }
}

WaveGauge WaveGauge::shortest(const GridWaves& waves) {
    assert(!waves.empty());
    return {waves, waves.columns.shortest_first(), waves.rows.shortest_first()};
}

std::optional<double> WaveGauge::amplitude(std::span<const double> projections) const {
    assert(projections.size() >= weights_.size());
    if (strength_ == 0)
        return std::nullopt;
    double squares = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        const double part = projections[i] / squared_norms_[i];
        squares += part * part;
    }
    return std::sqrt(squares) / strength_;
}

double WaveGauge::factor(double r) const {
    return 1 - 4 * r * strength_;
}

}  // namespace heatlab
