#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/boundary.h"
#include "sim/grid.h"

namespace heatlab {

/// The waves of one axis: the eigenvectors of the second difference on its updated cells. With M
/// updated cells, and p counted from 0 in order of the angle theta (radians per cell):
///   fixed, fixed            sin(theta (k + 1)),        theta = (p + 1) pi / (M + 1)
///   insulated, insulated    cos(theta (k + 1/2)),      theta = p pi / M
///   fixed, insulated        sin(theta (k + 1)),        theta = (2 p + 1) pi / (2 M + 1)
///   periodic                cos or sin(theta k),       theta = 2 pi ceil(p / 2) / M
/// for cell k = 0 .. M - 1 of the updated ones. Every wave is -4 sin^2(theta / 2) times itself
/// under the second difference.
class AxisWaves {
public:
    /// `cells`: of the whole axis. `first` and `last`: how it ends. A periodic pair is periodic on
    /// both.
    AxisWaves(int cells, BoundaryKind first, BoundaryKind last);

    int cells() const { return cells_; }
    /// Updated cells, M; as many waves.
    int count() const { return count_; }
    int first_updated() const { return first_updated_; }
    /// Angle of wave p, 0 <= p < count().
    double angle(int p) const;
    /// sin^2(angle / 2), to the last bits at both ends.
    double squared_half_sine(int p) const;
    /// The waves that share the largest angle: one, or the cosine and sine of an odd periodic axis.
    int shortest_first() const;
    /// Wave p at all cells of the axis, 0 at fixed cells; largest value 1 in the continuum.
    std::vector<double> shape(int p) const;
    /// Sum of the squares of `shape(p)`.
    double squared_norm(int p) const;

private:
    int cells_;
    BoundaryKind first_;
    BoundaryKind last_;
    int first_updated_;
    int count_;
};

/// The axes of a grid: `columns` along a row (left to right), `rows` down a column, `slices`
/// through the slices. An axis that the grid does not have holds the constant wave alone.
struct GridWaves {
    /// In one dimension top and bottom count as insulated; in three, front and back are fixed.
    GridWaves(GridSize grid, const Boundaries& boundaries);
    AxisWaves columns;
    AxisWaves rows;
    AxisWaves slices;
    bool empty() const { return columns.count() == 0 || rows.count() == 0 || slices.count() == 0; }
};

/// g = 1 - 4 r (sin^2(theta_x / 2) + sin^2(theta_y / 2)): what a step multiplies a wave by.
double amplification_factor(double r, double angle_x, double angle_y);

/// The product of two functions of one axis each: a weight for every cell.
struct SeparableWeight {
    std::vector<float> columns;  ///< one per column of the grid
    std::vector<float> rows;     ///< one per row
};
/// More are not asked for: four share the largest |g| of an odd periodic grid.
inline constexpr int most_projections = 8;

/// Measures how much of one wave (and of those that share its angles) a field holds, from the
/// projections sum (mean of the four neighbours - u) x weight over all updated cells: that
/// difference is (u(n+1) - u(n)) / 4r, has zero walls, and holds each wave -(sin^2 + sin^2) times.
class WaveGauge {
public:
    /// Wave p along the rows' direction (columns), q down the columns. All waves of equal angles
    /// per axis are taken together.
    WaveGauge(const GridWaves& waves, int p, int q);
    /// Of the wave with the largest angles: the first to grow. The grid has cells to update.
    static WaveGauge shortest(const GridWaves& waves);

    /// What to project on, at most `most_projections`.
    std::span<const SeparableWeight> weights() const { return weights_; }
    /// Amplitude, at least 0, of that wave in the field's deviation from where it is heading (the
    /// steady state): independent of r. None for the constant wave, which never changes.
    /// `projections`: one per weight. NaN where one of them is.
    std::optional<double> amplitude(std::span<const double> projections) const;
    /// g of this wave.
    double factor(double r) const;
    double angle_x() const { return angle_x_; }
    double angle_y() const { return angle_y_; }

private:
    WaveGauge() = default;
    std::vector<SeparableWeight> weights_;
    std::vector<double> squared_norms_;
    double angle_x_ = 0;
    double angle_y_ = 0;
    double strength_ = 0;  ///< sin^2(angle_x / 2) + sin^2(angle_y / 2)
};

}  // namespace heatlab
