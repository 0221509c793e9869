#include <cmath>
#include <limits>

#include "sim/cpu/cpu_simulation.h"
#include "tests/sim/analysis_test_support.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab {
namespace {

using enum BoundaryKind;
using test::change_of;
using test::expected_analysis;
using test::random_field;
using test::random_weights;
using test::run;
using test::visit;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Boundaries all_insulated{insulated, insulated, insulated, insulated};
constexpr Boundaries all_periodic{periodic, periodic, periodic, periodic};
const std::vector<Boundaries> many_boundaries = {
    {},
    all_insulated,
    all_periodic,
    {insulated, dirichlet, dirichlet, dirichlet},
    {dirichlet, insulated, dirichlet, dirichlet},
    {dirichlet, dirichlet, insulated, insulated},
    {periodic, dirichlet, periodic, dirichlet},
    {insulated, periodic, insulated, periodic},
};

class CpuAnalysis : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        if (!set().supported)
            GTEST_SKIP() << "this processor lacks " << set().title;
    }
    static const InstructionSet& set() {
        return instruction_sets()[static_cast<std::size_t>(GetParam())];
    }
    static FieldAnalysis analysis_of(const Field& field, const Boundaries& boundaries,
                                     const std::vector<SeparableWeight>& weights = {},
                                     int threads = 2) {
        auto simulation = make_cpu_simulation(field.size(), {.threads = threads}, set());
        simulation->load(field, 7);
        simulation->set_boundaries(boundaries);
        simulation->set_projections(weights);
        return run(*simulation, {.analysis = true}).analysis.value();
    }
    /// `size`: of the largest change that rounding is relative to.
    static void expect_analysis(const Field& field, const Boundaries& boundaries,
                                const std::vector<SeparableWeight>& weights, double size) {
        SCOPED_TRACE(boundaries_text(boundaries) + " " + std::to_string(field.size().width) + "x" +
                     std::to_string(field.size().height));
        const FieldAnalysis expected = expected_analysis(field, boundaries, weights);
        const FieldAnalysis found = analysis_of(field, boundaries, weights);
        EXPECT_EQ(found.step, 7);
        EXPECT_EQ(found.minimum.value, expected.minimum.value);
        EXPECT_EQ(found.minimum.cell, expected.minimum.cell);
        EXPECT_EQ(found.maximum.value, expected.maximum.value);
        EXPECT_EQ(found.maximum.cell, expected.maximum.cell);
        EXPECT_NEAR(found.mean_square, expected.mean_square, 1e-6 * expected.mean_square);
        EXPECT_NEAR(found.largest_change.value, expected.largest_change.value, 3e-7 * size);
        const CellRect updated = updated_cells(field.size(), boundaries);
        if (updated.width > 0 && updated.height > 0) {
            const Cell cell = found.largest_change.cell;
            EXPECT_NEAR(std::abs(change_of(field, boundaries, cell.row, cell.col)),
                        expected.largest_change.value, 3e-7 * size);
        }
        // Each change is rounded by some 2^-24, with signs as good as random, and weights <= 1/2.
        const double cells = static_cast<double>(field.size().cells());
        for (std::size_t k = 0; k < expected.projections.size(); ++k) {
            EXPECT_NEAR(found.projections[k], expected.projections[k],
                        1e-6 * std::abs(expected.projections[k]) + 1e-7 * size * std::sqrt(cells));
        }
    }
};

INSTANTIATE_TEST_SUITE_P(InstructionSets, CpuAnalysis, testing::Values(0, 1, 2));

TEST_P(CpuAnalysis, AgreesOnAwkwardGridsWithAllBoundaries) {
    for (const GridSize grid : {GridSize{1, 1},
                                {1, 7},
                                {7, 1},
                                {2, 2},
                                {2, 9},
                                {9, 2},
                                {3, 3},
                                {16, 16},
                                {17, 18},
                                {31, 33},
                                {100, 37},
                                {130, 64},
                                {2047, 3},
                                {2049, 5},
                                {4500, 4},
                                {5, 2500},
                                {300, 280}}) {
        const Field field = random_field(grid);
        for (const Boundaries& boundaries : many_boundaries)
            expect_analysis(field, boundaries, random_weights(grid, 3), 1.0);
    }
}

TEST_P(CpuAnalysis, TakesAnyNumberOfWeights) {
    const Field field = random_field({75, 60});
    for (int count = 0; count <= most_projections; ++count)
        expect_analysis(field, all_insulated, random_weights(field.size(), count), 1.0);
}

TEST_P(CpuAnalysis, NamesTheFirstOfEqualCells) {
    Field field({200, 300});
    // Of the minimum, 0, the first is the corner; of changes, 1 / 4 at each neighbour comes later
    // than 1 at the pixel itself.
    field.at(250, 20) = field.at(50, 150) = field.at(50, 152) = 1;
    FieldAnalysis found = analysis_of(field, {});
    EXPECT_EQ(found.minimum.cell, (Cell{0, 0}));
    EXPECT_EQ(found.maximum.cell, (Cell{50, 150}));
    EXPECT_EQ(found.largest_change.cell, (Cell{50, 150}));
    EXPECT_EQ(found.largest_change.value, 1.0f);
    field.at(50, 149) = -1;
    field.at(299, 199) = field.at(299, 198) = -1;
    found = analysis_of(field, all_insulated);
    EXPECT_EQ(found.minimum.cell, (Cell{50, 149}));
    // -(1 / 4) - 1 at (50, 150), 1 / 4 + 1 at (50, 149): as large, and one cell earlier.
    EXPECT_EQ(found.largest_change.cell, (Cell{50, 149}));
    EXPECT_EQ(found.largest_change.value, 1.25f);

    const Field constant({70, 90}, 3.0f);
    for (const Boundaries& boundaries : many_boundaries) {
        found = analysis_of(constant, boundaries);
        const CellRect updated = updated_cells(constant.size(), boundaries);
        EXPECT_EQ(found.largest_change.value, 0.0f);
        EXPECT_EQ(found.largest_change.cell, (Cell{updated.row, updated.col}));
        EXPECT_EQ(found.minimum.cell, (Cell{0, 0}));
        EXPECT_EQ(found.maximum.cell, (Cell{0, 0}));
        EXPECT_EQ(found.mean_square, 9.0);
    }
}

TEST_P(CpuAnalysis, LeavesOutWhatIsNotFinite) {
    const GridSize grid{83, 41};
    for (const float bad : {float{NAN}, infinity, -infinity}) {
        for (const Cell cell : {Cell{0, 0}, {0, 40}, {40, 82}, {20, 0}, {20, 82}, {7, 33}}) {
            Field field = random_field(grid);
            field.at(cell.row, cell.col) = bad;
            for (const Boundaries& boundaries : many_boundaries) {
                const FieldAnalysis expected = expected_analysis(field, boundaries, {});
                const FieldAnalysis found = analysis_of(field, boundaries, random_weights(grid, 1));
                EXPECT_EQ(found.minimum.cell, expected.minimum.cell);
                EXPECT_EQ(found.maximum.cell, expected.maximum.cell);
                EXPECT_NEAR(found.mean_square, expected.mean_square, 1e-6);
                EXPECT_NEAR(found.largest_change.value, expected.largest_change.value, 3e-7);
                EXPECT_EQ(found.largest_change.cell, expected.largest_change.cell);
                EXPECT_FALSE(std::isfinite(found.projections[0])) << cell.row << " " << cell.col;
                EXPECT_EQ(found.projections[1], 0.0);
            }
        }
    }
}

TEST_P(CpuAnalysis, SaysWhereThereIsNothing) {
    const Field nothing({40, 30}, NAN);
    const FieldAnalysis found = analysis_of(nothing, {}, random_weights(nothing.size(), 1));
    EXPECT_TRUE(std::isnan(found.minimum.value));
    EXPECT_TRUE(std::isnan(found.maximum.value));
    EXPECT_TRUE(std::isnan(found.mean_square));
    EXPECT_TRUE(std::isnan(found.projections[0]));
    EXPECT_EQ(found.largest_change.value, 0.0f);
    EXPECT_EQ(found.largest_change.cell, (Cell{1, 1}));
}

TEST_P(CpuAnalysis, HoldsAnyMagnitude) {
    const GridSize grid{150, 120};
    const Field unit = random_field(grid);
    // Up to where the sum of four neighbours overflows, and down to where few bits are left.
    for (const float scale : {0x1p126f, 0x1p80f, 0x1p-30f, 0x1p-70f, 0x1p-100f}) {
        Field field = unit.clone();
        for (int row = 0; row < grid.height; ++row) {
            for (float& u : field.row(row))
                u = (u - 0.5f) * 2 * scale;
        }
        SCOPED_TRACE(scale);
        for (const Boundaries& boundaries : {Boundaries{}, all_insulated, all_periodic})
            expect_analysis(field, boundaries, random_weights(grid, 2), double{scale});
        // The large beside the small, in other rows and in the same.
        field.at(60, 70) = 1.0f;
        expect_analysis(field, all_insulated, random_weights(grid, 2),
                        std::max(1.0, double{scale}));
    }
}

TEST_P(CpuAnalysis, MeasuresASmallWaveOnALargeField) {
    const GridSize grid{257, 255};
    Field field(grid);
    const Boundaries boundaries = all_insulated;
    const GridWaves waves(grid, boundaries);
    const WaveGauge gauge = WaveGauge::shortest(waves);
    const auto weights = gauge.weights();
    ASSERT_EQ(weights.size(), 1u);
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            const double smooth = std::exp(-(std::pow(row - 120.0, 2) + std::pow(col - 100.0, 2)) /
                                           (2 * 25.0 * 25.0));
            field.at(row, col) =
                static_cast<float>(smooth + 1e-3 * double{weights[0].columns[std::size_t(col)]} *
                                                double{weights[0].rows[std::size_t(row)]});
        }
    }
    const std::vector<SeparableWeight> projections(weights.begin(), weights.end());
    const FieldAnalysis expected = expected_analysis(field, boundaries, projections);
    const FieldAnalysis found = analysis_of(field, boundaries, projections);
    EXPECT_NEAR(found.projections[0] / expected.projections[0], 1.0, 1e-6);
    EXPECT_NEAR(gauge.amplitude({found.projections.data(), 1}).value(), 1e-3, 1e-7);
}

TEST_P(CpuAnalysis, IsTheSameWithAnyNumberOfThreads) {
    const Field field = random_field({700, 1300});
    const auto weights = random_weights(field.size(), 2);
    const FieldAnalysis one = analysis_of(field, all_periodic, weights, 1);
    for (const int threads : {2, 3, 5}) {
        const FieldAnalysis other = analysis_of(field, all_periodic, weights, threads);
        EXPECT_EQ(other.mean_square, one.mean_square);
        EXPECT_EQ(other.projections, one.projections);
        EXPECT_EQ(other.minimum.cell, one.minimum.cell);
        EXPECT_EQ(other.largest_change.cell, one.largest_change.cell);
    }
}

TEST_P(CpuAnalysis, ReadsTheChangesOfARectangle) {
    const Field field = random_field({90, 70});
    auto simulation = make_cpu_simulation(field.size(), {.threads = 2}, set());
    simulation->load(field, 3);
    for (const Boundaries& boundaries : many_boundaries) {
        simulation->set_boundaries(boundaries);
        const CellRect all = updated_cells(field.size(), boundaries);
        for (const CellRect& cells : {all, CellRect{40, 20, 5, 7}, CellRect{all.col, 30, 1, 1}}) {
            const BatchReport report = run(*simulation, {.changes = cells});
            ASSERT_TRUE(report.changes);
            EXPECT_EQ(report.changes->cells, cells);
            EXPECT_EQ(report.changes->step, 3);
            ASSERT_EQ(std::ssize(report.changes->values), cells.width * cells.height);
            auto value = report.changes->values.begin();
            visit(cells, [&](int row, int col) {
                ASSERT_NEAR(*value++, change_of(field, boundaries, row, col), 2e-7)
                    << boundaries_text(boundaries) << " " << row << " " << col;
            });
        }
    }
}

}  // namespace
}  // namespace heatlab
