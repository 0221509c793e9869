#include <cmath>

#include "tests/sim/analysis_test_support.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/test_support.h"

// What a batch reads for the stability laboratory, and what is refused.

namespace heatlab {
namespace {

using test::expected_analysis;
using test::random_field;
using test::random_weights;
using test::refusal;
using test::run;
using test::visit;

TEST(CpuLaboratory, ReadsWhatWasAskedForAndNothingElse) {
    const Field field = random_field({90, 70});
    auto simulation = test::simulation_of(field, 0.2);
    BatchReport report = run(*simulation, {.steps = 2});
    EXPECT_FALSE(report.analysis);
    EXPECT_FALSE(report.changes);
    EXPECT_FALSE(report.loupe);
    EXPECT_FALSE(report.watched);
    EXPECT_EQ(report.analysis_seconds, 0.0);
    report = run(*simulation, {.steps = 2, .analysis = true});
    EXPECT_EQ(report.analysis.value().step, 4);
    EXPECT_GT(report.analysis_seconds, 0.0);
    simulation->set_loupe(CellRect{3, 4, 8, 8});
    report = run(*simulation, {});
    EXPECT_FALSE(report.analysis);
    EXPECT_TRUE(report.loupe);
    EXPECT_GT(report.analysis_seconds, 0.0);
    // Weights stay until others are set.
    const auto weights = random_weights(field.size(), 2);
    simulation->set_projections(weights);
    simulation->load(field, 0);
    const FieldAnalysis expected = expected_analysis(field, {}, weights);
    for (int i = 0; i < 2; ++i) {
        const FieldAnalysis found = run(*simulation, {.analysis = true}).analysis.value();
        EXPECT_NEAR(found.projections[1], expected.projections[1], 1e-4);
    }
    simulation->set_projections({});
    EXPECT_EQ(run(*simulation, {.analysis = true}).analysis.value().projections[1], 0.0);
}

TEST(CpuLaboratory, TheLoupeShowsCellsInsideTheGrid) {
    const Field field = random_field({50, 40});
    auto simulation = test::simulation_of(field, 0.2);
    const auto loupe_of = [&](std::optional<CellRect> cells) {
        simulation->set_loupe(cells);
        return run(*simulation, {}).loupe;
    };
    for (const auto& [asked, shown] :
         {std::pair{CellRect{10, 5, 4, 3}, CellRect{10, 5, 4, 3}},
          std::pair{CellRect{-2, -3, 5, 5}, CellRect{0, 0, 3, 2}},
          std::pair{CellRect{48, 39, 16, 16}, CellRect{48, 39, 2, 1}},
          std::pair{CellRect{-1000, 7, 5000, 1}, CellRect{0, 7, 50, 1}}}) {
        const auto loupe = loupe_of(asked);
        ASSERT_TRUE(loupe);
        EXPECT_EQ(loupe->cells, shown);
        auto value = loupe->values.begin();
        visit(shown, [&](int row, int col) { EXPECT_EQ(*value++, field.at(row, col)); });
        EXPECT_EQ(value, loupe->values.end());
    }
    EXPECT_FALSE(loupe_of(CellRect{60, 5, 4, 4}));
    EXPECT_FALSE(loupe_of(std::nullopt));
    EXPECT_CONTAINS(refusal([&] {
                        simulation->set_loupe(CellRect{0, 0, 50, 40});
                    }),
                    "loupe 50x40 cells from row 0, column 0: at most 1024 cells");
}

TEST(CpuLaboratory, RefusesWhatItCannotRead) {
    auto simulation = make_cpu_simulation({2000, 1500});
    const auto changes_refused = [&](const CellRect& cells) {
        return refusal([&] { simulation->submit({.changes = cells}); });
    };
    EXPECT_CONTAINS(changes_refused({0, 1, 5, 5}),
                    "changes 5x5 cells from row 1, column 0: must be among the cells that a step "
                    "changes, 1998x1498 cells from row 1, column 1");
    EXPECT_CONTAINS(changes_refused({1995, 1, 5, 5}), "must be among");
    EXPECT_CONTAINS(changes_refused({5, 5, 0, 3}), "must be among");
    EXPECT_CONTAINS(changes_refused({2147483647, 5, 2147483647, 3}), "must be among");
    EXPECT_CONTAINS(changes_refused({1, 1, 1998, 1498}), "at most 1048576 cells");
    simulation->set_boundaries(Boundaries::all(BoundaryKind::periodic));
    EXPECT_EQ(changes_refused({0, 0, 5, 5}), "");
    EXPECT_CONTAINS(refusal([&] {
                        simulation->submit({.watch = ValueLimits{0, NAN}});
                    }),
                    "watch 0 to nan: limits are numbers");

    const auto weights = [](std::size_t count, std::size_t columns, std::size_t rows) {
        return std::vector<SeparableWeight>(
            count, {std::vector<float>(columns), std::vector<float>(rows)});
    };
    EXPECT_CONTAINS(refusal([&] { simulation->set_projections(weights(9, 2000, 1500)); }),
                    "projections 9: at most 8");
    EXPECT_CONTAINS(refusal([&] { simulation->set_projections(weights(1, 1500, 2000)); }),
                    "projections 1500 columns and 2000 rows: a weight has one value for each");
    EXPECT_EQ(refusal([&] { simulation->set_projections(weights(8, 2000, 1500)); }), "");
    EXPECT_EQ(simulation->batches_in_flight(), 1) << "what was refused was not submitted";
}

}  // namespace
}  // namespace heatlab
