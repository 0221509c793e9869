#include "sim/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

#include "sim/simulation.h"
#include "sim/waves.h"

namespace heatlab {
namespace {

constexpr double pi = std::numbers::pi;
constexpr BoundaryKind fixed = BoundaryKind::dirichlet;
constexpr BoundaryKind insulated = BoundaryKind::insulated;
constexpr BoundaryKind periodic = BoundaryKind::periodic;

const Boundaries every_kind[] = {{},
                                 Boundaries::all(insulated),
                                 Boundaries::all(periodic),
                                 {insulated, fixed, insulated, fixed},
                                 {fixed, insulated, insulated, fixed},
                                 {insulated, fixed, fixed, insulated},
                                 {periodic, insulated, periodic, fixed},
                                 {fixed, periodic, fixed, periodic}};

CellBlock block_of(const SpectrumPlan& plan, const std::function<double(int row, int col)>& value) {
    CellBlock block{plan.cells, 7, {}};
    for (int row = 0; row < plan.cells.height; ++row)
        for (int col = 0; col < plan.cells.width; ++col)
            block.values.push_back(
                static_cast<float>(value(plan.cells.row + row, plan.cells.col + col)));
    return block;
}

std::size_t bin_index(double angle_x, double angle_y) {
    const auto row = static_cast<std::size_t>(Spectrum::bin_of(angle_y));
    return row * Spectrum::bins + static_cast<std::size_t>(Spectrum::bin_of(angle_x));
}

float at(const Spectrum& spectrum, double angle_x, double angle_y) {
    return spectrum.amplitude[bin_index(angle_x, angle_y)];
}

TEST(Spectrum, BinsSpanTheAngles) {
    EXPECT_EQ(Spectrum::bin_of(0), 0);
    EXPECT_EQ(Spectrum::bin_of(pi), Spectrum::bins - 1);
    EXPECT_EQ(Spectrum::bin_of(pi / 2 + 1e-9), Spectrum::bins / 2);
    EXPECT_EQ(Spectrum::bin_of(pi / 2 - 1e-9), Spectrum::bins / 2 - 1);
}

TEST(Spectrum, PureWavesOfEveryBoundaryGiveTheirAmplitudeInTheirBin) {
    for (const Boundaries& boundaries : every_kind) {
        for (const GridSize grid : {GridSize{31, 20}, GridSize{16, 33}, GridSize{3, 50}}) {
            SCOPED_TRACE(boundaries_text(boundaries));
            const GridWaves waves(grid, boundaries);
            const SpectrumPlan plan = plan_spectrum(grid, boundaries, {0, 0});
            ASSERT_TRUE(plan.whole);
            for (int p = 0; p < waves.columns.count(); p += 3) {
                for (int q = waves.rows.count() - 1; q >= 0; q -= 4) {
                    const auto columns = waves.columns.shape(p);
                    const auto rows = waves.rows.shape(q);
                    const Spectrum spectrum =
                        transform_changes(plan, block_of(plan, [&](int row, int col) {
                                              return 0.3 * columns[static_cast<std::size_t>(col)] *
                                                     rows[static_cast<std::size_t>(row)];
                                          }));
                    EXPECT_EQ(spectrum.step, 7);
                    // Angles on the border of two bins may fall on either side.
                    const double x = waves.columns.angle(p);
                    const double y = waves.rows.angle(q);
                    float found = 0;
                    for (const double dx : {-1e-9, 1e-9})
                        for (const double dy : {-1e-9, 1e-9})
                            found = std::max(found, at(spectrum, x + dx, y + dy));
                    EXPECT_NEAR(found, 0.3, 1e-5) << p << "," << q;
                    const double all =
                        std::accumulate(spectrum.amplitude.begin(), spectrum.amplitude.end(), 0.0);
                    EXPECT_NEAR(all, 0.3, 1e-3) << p << "," << q;
                }
            }
        }
    }
}

TEST(Spectrum, AgreesWithDirectProjectionsInDoublePrecision) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (const Boundaries& boundaries : every_kind) {
        const GridSize grid{18, 13};
        SCOPED_TRACE(boundaries_text(boundaries));
        const GridWaves waves(grid, boundaries);
        const SpectrumPlan plan = plan_spectrum(grid, boundaries, {0, 0});
        const CellBlock block = block_of(plan, [&](int, int) { return normal(random); });
        const Spectrum spectrum = transform_changes(plan, block);
        // Squares of all waves of equal angles add up; then the largest of a bin counts.
        std::vector<std::vector<double>> squares(
            static_cast<std::size_t>(waves.columns.count()),
            std::vector<double>(static_cast<std::size_t>(waves.rows.count())));
        const auto leader = [](const AxisWaves& axis, int p) {
            return p > 0 && axis.angle(p - 1) == axis.angle(p) ? p - 1 : p;
        };
        for (int p = 0; p < waves.columns.count(); ++p) {
            for (int q = 0; q < waves.rows.count(); ++q) {
                const auto columns = waves.columns.shape(p);
                const auto rows = waves.rows.shape(q);
                double sum = 0;
                for (std::size_t i = 0; i < block.values.size(); ++i) {
                    const auto width = static_cast<std::size_t>(plan.cells.width);
                    sum += double{block.values[i]} *
                           columns[static_cast<std::size_t>(plan.cells.col) + i % width] *
                           rows[static_cast<std::size_t>(plan.cells.row) + i / width];
                }
                sum /= waves.columns.squared_norm(p) * waves.rows.squared_norm(q);
                squares[static_cast<std::size_t>(leader(waves.columns, p))]
                       [static_cast<std::size_t>(leader(waves.rows, q))] += sum * sum;
            }
        }
        std::vector<double> expected(spectrum.amplitude.size());
        for (int p = 0; p < waves.columns.count(); ++p)
            for (int q = 0; q < waves.rows.count(); ++q) {
                double& bin = expected[bin_index(waves.columns.angle(p), waves.rows.angle(q))];
                bin = std::max(
                    bin,
                    std::sqrt(squares[static_cast<std::size_t>(p)][static_cast<std::size_t>(q)]));
            }
        for (std::size_t i = 0; i < expected.size(); ++i)
            ASSERT_NEAR(spectrum.amplitude[i], expected[i], 1e-5) << i;
    }
}

bool small_factors(int n) {
    for (const int factor : {2, 3, 5})
        while (n % factor == 0)
            n /= factor;
    return n == 1;
}

TEST(SpectrumPlan, LargeGridsGetAWindowAroundTheFocus) {
    for (const Boundaries& boundaries : every_kind) {
        for (const GridSize grid :
             {GridSize{8192, 8192}, GridSize{16384, 600}, GridSize{700, 30000}}) {
            for (const Cell focus : {Cell{1, 1}, Cell{grid.height - 2, grid.width - 2},
                                     Cell{grid.height / 2, grid.width / 3}}) {
                const SpectrumPlan plan = plan_spectrum(grid, boundaries, focus);
                const CellRect updated = updated_cells(grid, boundaries);
                const CellRect& cells = plan.cells;
                EXPECT_FALSE(plan.whole);
                EXPECT_GE(cells.col, updated.col);
                EXPECT_GE(cells.row, updated.row);
                EXPECT_LE(cells.col + cells.width, updated.col + updated.width);
                EXPECT_LE(cells.row + cells.height, updated.row + updated.height);
                EXPECT_GE(focus.col, cells.col);
                EXPECT_LT(focus.col, cells.col + cells.width);
                EXPECT_GE(focus.row, cells.row);
                EXPECT_LT(focus.row, cells.row + cells.height);
                EXPECT_TRUE(plan.columns_tapered && plan.rows_tapered);
                EXPECT_TRUE(small_factors(cells.width) && small_factors(cells.height));
                EXPECT_LE(std::int64_t{cells.width} * cells.height, most_changes);
            }
            const SpectrumPlan middle =
                plan_spectrum(grid, boundaries, {grid.height / 2, grid.width / 2});
            EXPECT_NEAR(middle.cells.col + middle.cells.width / 2, grid.width / 2, 1);
            EXPECT_NEAR(middle.cells.row + middle.cells.height / 2, grid.height / 2, 1);
        }
    }
}

TEST(SpectrumPlan, SmallGridsAreWholeAndEmptyOnesHaveNone) {
    EXPECT_TRUE(plan_spectrum({256, 256}, {}, {5, 5}).whole);
    EXPECT_TRUE(plan_spectrum({512, 512}, Boundaries::all(periodic), {5, 5}).whole);
    EXPECT_TRUE(plan_spectrum({2, 9}, {}, {0, 0}).empty());
    EXPECT_TRUE(plan_spectrum({1, 1}, {}, {0, 0}).empty());
    EXPECT_FALSE(plan_spectrum({1, 1}, Boundaries::all(insulated), {0, 0}).empty());
}

TEST(SpectrumPlan, LongPrimeLengthsAreAvoided) {
    // 8191 is prime: summed directly it would take a thousand times as long.
    const SpectrumPlan row = plan_spectrum({8192, 3}, {}, {1, 4000});
    EXPECT_TRUE(row.columns_tapered);
    EXPECT_EQ(row.cells.width, 512);
    EXPECT_EQ(row.rows, AxisTransform::sines);
    EXPECT_FALSE(row.rows_tapered);
    const SpectrumPlan column = plan_spectrum({1, 8191}, Boundaries::all(periodic), {4000, 0});
    EXPECT_TRUE(column.rows_tapered);
    EXPECT_LE(spectrum_seconds(row), cheap_spectrum_seconds);
    EXPECT_LE(spectrum_seconds(column), cheap_spectrum_seconds);
    // 2 (510 + 1) = 2 x 7 x 73: neither axis is worth its time.
    const SpectrumPlan usual = plan_spectrum({512, 512}, {}, {1, 1});
    EXPECT_TRUE(usual.columns_tapered && usual.rows_tapered);
    EXPECT_EQ(usual.cells, (CellRect{1, 1, 500, 500}));
    // A good length is taken whole.
    EXPECT_TRUE(plan_spectrum({1, 8192}, Boundaries::all(periodic), {4000, 0}).whole);
}

TEST(Spectrum, TaperedWindowsCorrectTheirAmplitude) {
    const GridSize grid{8192, 8192};
    const SpectrumPlan plan = plan_spectrum(grid, {}, {4000, 4000});
    ASSERT_FALSE(plan.whole);
    const auto wave = [&](double x, double y) {
        return at(transform_changes(plan, block_of(plan,
                                                   [&](int row, int col) {
                                                       return 0.2 * std::cos(x * col + 0.3) *
                                                              std::cos(y * row);
                                                   })),
                  x, y);
    };
    // The window's own angles: multiples of 2 pi / 512.
    EXPECT_NEAR(wave(2 * pi * 200 / 512, 2 * pi * 100 / 512), 0.2, 1e-5);
    EXPECT_NEAR(wave(2 * pi * 37 / 512, pi), 0.2, 1e-5);
    // Between two of them at most 15 % per axis are lost.
    const double between = wave(2 * pi * 200.5 / 512, 2 * pi * 100.5 / 512);
    EXPECT_GT(between, 0.2 * 0.85 * 0.85 * 0.99);
    EXPECT_LT(between, 0.2);
    // The checkerboard with the envelope that the walls give it.
    const double theta = pi * 8190 / 8191;
    const auto corner = [&](int row, int col) {
        return 0.2 * std::sin(theta * row) * std::sin(theta * col);
    };
    EXPECT_NEAR(at(transform_changes(plan, block_of(plan, corner)), pi, pi), 0.2, 0.004);
}

TEST(Spectrum, IsNotANumberWhereACellIsNone) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        const SpectrumPlan plan = plan_spectrum({40, 30}, {}, {0, 0});
        CellBlock block = block_of(plan, [](int row, int col) { return row + col; });
        block.values[100] = bad;
        for (const float value : transform_changes(plan, block).amplitude)
            EXPECT_TRUE(std::isnan(value));
    }
}

TEST(Spectrum, HoldsTheLargestAndTheSmallestValues) {
    for (const float scale : {1e38f, 1e-37f}) {
        const SpectrumPlan plan = plan_spectrum({66, 66}, Boundaries::all(periodic), {0, 0});
        const Spectrum spectrum =
            transform_changes(plan, block_of(plan, [&](int row, int col) {
                                  return (row + col) % 2 == 0 ? scale : -scale;
                              }));
        EXPECT_NEAR(at(spectrum, pi, pi) / scale, 1, 1e-6);
        EXPECT_LT(at(spectrum, 0, 0), 1e-6f * scale);
    }
    const SpectrumPlan plan = plan_spectrum({66, 66}, {}, {0, 0});
    for (const float value :
         transform_changes(plan, block_of(plan, [](int, int) { return 0; })).amplitude)
        EXPECT_EQ(value, 0);
}

TEST(Spectrum, WorksOnGridsOfOneCellAcross) {
    for (const GridSize grid : {GridSize{1, 40}, GridSize{40, 1}, GridSize{1, 1}, GridSize{2, 2}}) {
        for (const BoundaryKind kind : {insulated, periodic}) {
            const SpectrumPlan plan = plan_spectrum(grid, Boundaries::all(kind), {0, 0});
            const Spectrum spectrum =
                transform_changes(plan, block_of(plan, [](int, int) { return 0.5; }));
            EXPECT_NEAR(at(spectrum, 0, 0), 0.5, 1e-6);
        }
    }
}

}  // namespace
}  // namespace heatlab
