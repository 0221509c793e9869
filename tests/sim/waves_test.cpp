#include "sim/waves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sim/neighbours.h"

namespace heatlab {
namespace {

constexpr double pi = std::numbers::pi;
constexpr BoundaryKind fixed = BoundaryKind::dirichlet;
constexpr BoundaryKind insulated = BoundaryKind::insulated;
constexpr BoundaryKind periodic = BoundaryKind::periodic;

AxisEnd end_of(BoundaryKind kind) {
    return {kind == insulated, kind == periodic};
}

using Ends = std::pair<BoundaryKind, BoundaryKind>;

class EveryAxis : public testing::TestWithParam<Ends> {
protected:
    template <typename Check>
    void for_each_axis(const Check& check) const {
        for (int cells = 1; cells <= 33; ++cells) {
            SCOPED_TRACE("cells " + std::to_string(cells));
            check(AxisWaves(cells, GetParam().first, GetParam().second));
        }
    }
    AxisEnd first() const { return end_of(GetParam().first); }
    AxisEnd last() const { return end_of(GetParam().second); }
};

TEST_P(EveryAxis, HasAsManyWavesAsUpdatedCells) {
    for_each_axis([&](const AxisWaves& axis) {
        int updated = 0;
        for (int i = 0; i < axis.cells(); ++i) {
            if (!is_updated(i, axis.cells(), first(), last()))
                continue;
            if (updated == 0) {
                EXPECT_EQ(i, axis.first_updated());
            }
            ++updated;
        }
        EXPECT_EQ(axis.count(), updated);
    });
}

TEST_P(EveryAxis, WavesAreEigenvectorsOfTheSecondDifference) {
    for_each_axis([&](const AxisWaves& axis) {
        const int cells = axis.cells();
        for (int p = 0; p < axis.count(); ++p) {
            const std::vector<double> wave = axis.shape(p);
            const auto value = [&](int i) { return wave[static_cast<std::size_t>(i)]; };
            const double s = std::sin(axis.angle(p) / 2);
            EXPECT_NEAR(axis.squared_half_sine(p), s * s, 1e-15);
            double largest = 0;
            for (int i = 0; i < cells; ++i) {
                if (!is_updated(i, cells, first(), last())) {
                    EXPECT_EQ(value(i), 0);
                    continue;
                }
                const double difference = value(index_before(i, cells, first())) +
                                          value(index_after(i, cells, last())) - 2 * value(i);
                EXPECT_NEAR(difference, -4 * s * s * value(i), 1e-13)
                    << "wave " << p << " at " << i;
                largest = std::max(largest, std::abs(value(i)));
            }
            EXPECT_GT(largest, 0.4);
            EXPECT_LE(largest, 1);
        }
    });
}

TEST_P(EveryAxis, WavesAreOrthogonalAndTheirNormsRight) {
    for_each_axis([&](const AxisWaves& axis) {
        for (int p = 0; p < axis.count(); ++p) {
            for (int q = 0; q <= p; ++q) {
                const std::vector<double> a = axis.shape(p);
                const std::vector<double> b = axis.shape(q);
                double product = 0;
                for (std::size_t i = 0; i < a.size(); ++i)
                    product += a[i] * b[i];
                EXPECT_NEAR(product, p == q ? axis.squared_norm(p) : 0, 1e-12) << p << "," << q;
            }
        }
    });
}

TEST_P(EveryAxis, AnglesAscendAndTheShortestAreNamed) {
    for_each_axis([&](const AxisWaves& axis) {
        for (int p = 1; p < axis.count(); ++p)
            EXPECT_GE(axis.angle(p), axis.angle(p - 1));
        if (axis.count() == 0)
            return;
        const double largest = axis.angle(axis.count() - 1);
        EXPECT_LE(largest, pi);
        for (int p = 0; p < axis.count(); ++p)
            EXPECT_EQ(axis.angle(p) == largest, p >= axis.shortest_first()) << p;
    });
}

std::string ends_name(const testing::TestParamInfo<Ends>& info) {
    return std::string(name_of(info.param.first)) + "_" + std::string(name_of(info.param.second));
}

INSTANTIATE_TEST_SUITE_P(Ends, EveryAxis,
                         testing::Values(Ends{fixed, fixed}, Ends{insulated, insulated},
                                         Ends{fixed, insulated}, Ends{insulated, fixed},
                                         Ends{periodic, periodic}),
                         ends_name);

TEST(AxisWaves, LongAxesKeepTheirPrecision) {
    const AxisWaves axis(16384, fixed, fixed);
    const double small = pi / (2.0 * 16383);
    EXPECT_NEAR(axis.squared_half_sine(0), std::sin(small) * std::sin(small), 1e-23);
    EXPECT_NEAR(1 - axis.squared_half_sine(16381), std::sin(small) * std::sin(small), 1e-15);
    EXPECT_EQ(AxisWaves(16384, periodic, periodic).squared_half_sine(16383), 1);
    EXPECT_EQ(AxisWaves(3, fixed, fixed).squared_half_sine(0), 0.5);
}

/// Projections of a field, all in double and straight from the definition.
std::vector<double> project(GridSize grid, const Boundaries& boundaries,
                            const std::vector<double>& u, const WaveGauge& gauge) {
    const auto at = [&](int row, int col) {
        return u[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.width) +
                 static_cast<std::size_t>(col)];
    };
    std::vector<double> sums(gauge.weights().size());
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            if (!is_updated(row, grid.height, end_of(boundaries.top), end_of(boundaries.bottom)) ||
                !is_updated(col, grid.width, end_of(boundaries.left), end_of(boundaries.right)))
                continue;
            const double change =
                (at(index_before(row, grid.height, end_of(boundaries.top)), col) +
                 at(index_after(row, grid.height, end_of(boundaries.bottom)), col) +
                 at(row, index_before(col, grid.width, end_of(boundaries.left))) +
                 at(row, index_after(col, grid.width, end_of(boundaries.right)))) /
                    4 -
                at(row, col);
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] += change *
                           double{gauge.weights()[i].columns[static_cast<std::size_t>(col)]} *
                           double{gauge.weights()[i].rows[static_cast<std::size_t>(row)]};
        }
    }
    return sums;
}

const Boundaries every_kind[] = {{},
                                 Boundaries::all(insulated),
                                 Boundaries::all(periodic),
                                 {insulated, fixed, insulated, fixed},
                                 {periodic, insulated, periodic, fixed},
                                 {fixed, periodic, insulated, periodic}};

TEST(WaveGauge, ReadsTheAmplitudeOfItsWaveAmongOthers) {
    for (const Boundaries& boundaries : every_kind) {
        for (const GridSize grid : {GridSize{9, 12}, GridSize{12, 9}, GridSize{7, 7}}) {
            SCOPED_TRACE(boundaries_text(boundaries));
            const GridWaves waves(grid, boundaries);
            const WaveGauge gauge = WaveGauge::shortest(waves);
            ASSERT_LE(gauge.weights().size(), std::size_t{most_projections});
            // 0.003 of the wave, shifted off its zero by a steady 5 and hidden by others of 1.
            std::vector<double> u(static_cast<std::size_t>(grid.cells()), 5.0);
            const auto add = [&](double a, int p, int q) {
                const std::vector<double> columns = waves.columns.shape(p);
                const std::vector<double> rows = waves.rows.shape(q);
                for (std::size_t i = 0; i < u.size(); ++i)
                    u[i] += a * columns[i % columns.size()] * rows[i / columns.size()];
            };
            add(-0.003, waves.columns.shortest_first(), waves.rows.shortest_first());
            add(1, 0, 1);
            add(1, 2, waves.rows.shortest_first());
            EXPECT_NEAR(gauge.amplitude(project(grid, boundaries, u, gauge)).value(), 0.003, 1e-8);
        }
    }
}

TEST(WaveGauge, TakesWavesOfEqualAnglesTogether) {
    // Two shifted waves of an odd periodic axis: whatever the shift, the amplitude is the same.
    const Boundaries boundaries = Boundaries::all(periodic);
    const GridSize grid{9, 1};
    const WaveGauge gauge = WaveGauge::shortest(GridWaves(grid, boundaries));
    EXPECT_EQ(gauge.weights().size(), 2u);
    for (const double shift : {0.0, 0.4, 2.0}) {
        std::vector<double> u;
        for (int i = 0; i < 9; ++i)
            u.push_back(0.7 * std::cos(2 * pi * 4 / 9 * i + shift));
        EXPECT_NEAR(gauge.amplitude(project(grid, boundaries, u, gauge)).value(), 0.7, 1e-6);
    }
    EXPECT_EQ(WaveGauge::shortest(GridWaves({9, 7}, boundaries)).weights().size(), 4u);
    EXPECT_EQ(WaveGauge::shortest(GridWaves({8, 8}, boundaries)).weights().size(), 1u);
}

TEST(WaveGauge, HasNoAmplitudeOfTheConstantWave) {
    const GridWaves waves({4, 4}, Boundaries::all(insulated));
    const double any[] = {1.0};
    EXPECT_FALSE(WaveGauge(waves, 0, 0).amplitude(any));
    EXPECT_EQ(WaveGauge(waves, 0, 0).factor(0.9), 1);
    const double none[] = {std::numeric_limits<double>::quiet_NaN()};
    EXPECT_TRUE(std::isnan(WaveGauge(waves, 3, 3).amplitude(none).value()));
}

TEST(WaveGauge, FactorIsTheAmplificationFactor) {
    const GridWaves waves({21, 34}, {insulated, fixed, fixed, insulated});
    for (const double r : {0.1, 0.26, 1.0}) {
        const WaveGauge gauge(waves, 3, 30);
        EXPECT_NEAR(gauge.factor(r), amplification_factor(r, gauge.angle_x(), gauge.angle_y()),
                    1e-14);
    }
    EXPECT_DOUBLE_EQ(amplification_factor(0.25, pi, pi), -1);
    EXPECT_EQ(amplification_factor(0.25, 0, 0), 1);
}

}  // namespace
}  // namespace heatlab
