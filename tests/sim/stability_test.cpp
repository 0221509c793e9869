#include "sim/stability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/initial_shapes.h"
#include "sim/neighbours.h"
#include "sim/reference.h"
#include "sim/waves.h"

namespace heatlab {
namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

TEST(SafeStepRatio, LiesBelowEachDimensionsBoundInWholeHundredths) {
    EXPECT_DOUBLE_EQ(safe_step_ratio(1), 0.40);
    EXPECT_DOUBLE_EQ(safe_step_ratio(2), 0.20);
    EXPECT_DOUBLE_EQ(safe_step_ratio(3), 0.13);
}

TEST(Stability, CriticalRatioOfKnownGrids) {
    EXPECT_NEAR(critical_step_ratio({8, 8}, {}).value(), 0.2630, 5e-5);
    EXPECT_NEAR(critical_step_ratio({16, 16}, {}).value(), 0.2528, 5e-5);
    EXPECT_NEAR(critical_step_ratio({64, 64}, {}).value(), 0.25016, 5e-6);
    EXPECT_NEAR(critical_step_ratio({256, 256}, {}).value(), 0.25001, 5e-6);
    // One interior cell: u' = (1 - 4r) u, which grows past r = 1/2.
    EXPECT_NEAR(critical_step_ratio({3, 3}, {}).value(), 0.5, 1e-15);
}

TEST(Stability, NoBoundWithoutInterior) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 9}, GridSize{9, 2}, GridSize{100, 1}}) {
        EXPECT_FALSE(critical_step_ratio(grid, {}));
        const Stability stability = assess_stability(grid, {}, StepRatio::from(0.9));
        EXPECT_FALSE(stability.bound);
        EXPECT_FALSE(stability.fastest_factor);
        EXPECT_FALSE(stability.steps_to_double_or_halve());
        EXPECT_EQ(stability.band, StabilityBand::monotone);
    }
}

TEST(Stability, TheShortestWaveNeitherGrowsNorDecaysAtTheCriticalRatio) {
    for (const GridSize grid : {GridSize{5, 9}, GridSize{64, 3}, GridSize{1000, 700}}) {
        const double critical = critical_step_ratio(grid, {}).value();
        const GridWaves waves(grid, {});
        EXPECT_NEAR(amplification_factor(critical, waves.columns.angle(waves.columns.count() - 1),
                                         waves.rows.angle(waves.rows.count() - 1)),
                    -1.0, 1e-12);
    }
}

TEST(Stability, CriticalRatioOfPeriodicAndInsulatedGrids) {
    const Boundaries periodic = Boundaries::all(BoundaryKind::periodic);
    const Boundaries insulated = Boundaries::all(BoundaryKind::insulated);
    for (const int even : {2, 4, 26, 256, 1000})
        EXPECT_EQ(critical_step_ratio({even, even}, periodic).value(), 0.25) << even;
    EXPECT_NEAR(critical_step_ratio({33, 33}, periodic).value(), 0.25057, 5e-6);
    EXPECT_NEAR(critical_step_ratio({16, 16}, insulated).value(), 0.252425, 5e-7);
    // A row of cells is one-dimensional: 1 / (2 sin^2).
    EXPECT_EQ(critical_step_ratio({40, 1}, periodic).value(), 0.5);
    EXPECT_FALSE(critical_step_ratio({1, 1}, insulated));
    EXPECT_FALSE(critical_step_ratio({1, 1}, periodic));
    EXPECT_FALSE(critical_step_ratio({1, 9}, {.left = BoundaryKind::insulated}));
}

TEST(Stability, TheMaximumPrincipleIsLostWhereACellWeighsLessThanNothing) {
    // The weights of every cell, counted one by one with the rules of the update.
    const auto counted = [](GridSize grid, const Boundaries& sides) -> std::optional<double> {
        const auto end = [](BoundaryKind kind) {
            return AxisEnd{kind == BoundaryKind::insulated, kind == BoundaryKind::periodic};
        };
        int most = 0;
        for (int row = 0; row < grid.height; ++row)
            for (int col = 0; col < grid.width; ++col) {
                if (!is_updated(row, grid.height, end(sides.top), end(sides.bottom)) ||
                    !is_updated(col, grid.width, end(sides.left), end(sides.right)))
                    continue;
                most =
                    std::max(most, (index_before(row, grid.height, end(sides.top)) != row) +
                                       (index_after(row, grid.height, end(sides.bottom)) != row) +
                                       (index_before(col, grid.width, end(sides.left)) != col) +
                                       (index_after(col, grid.width, end(sides.right)) != col));
            }
        return most > 0 ? std::optional(1.0 / most) : std::nullopt;
    };
    constexpr BoundaryKind open = BoundaryKind::insulated;
    constexpr BoundaryKind wrapped = BoundaryKind::periodic;
    constexpr BoundaryKind held = BoundaryKind::dirichlet;
    for (const Boundaries& sides :
         {Boundaries{}, Boundaries::all(open), Boundaries::all(wrapped),
          Boundaries{open, held, held, open}, Boundaries{wrapped, open, wrapped, open}})
        for (int width = 1; width <= 5; ++width)
            for (int height = 1; height <= 5; ++height)
                EXPECT_EQ(maximum_principle_bound({width, height}, sides),
                          counted({width, height}, sides))
                    << width << "x" << height << " " << boundaries_text(sides);
}

TEST(Stability, BandsFollowEachOtherFrom0To1) {
    for (const Boundaries& sides : {Boundaries{}, Boundaries::all(BoundaryKind::insulated),
                                    Boundaries::all(BoundaryKind::periodic)}) {
        for (const GridSize grid : {GridSize{1, 1}, GridSize{1, 2}, GridSize{2, 2}, GridSize{3, 3},
                                    GridSize{1, 50}, GridSize{8, 8}, GridSize{256, 256}}) {
            SCOPED_TRACE(boundaries_text(sides) + " " + std::to_string(grid.width));
            const std::vector<StabilityBandRange> bands = stability_bands(grid, sides);
            double from = 0;
            for (const StabilityBandRange& range : bands) {
                EXPECT_EQ(range.from, from);
                EXPECT_GT(range.to, range.from + 1e-9);
                from = range.to;
                const double middle = (range.from + range.to) / 2;
                EXPECT_EQ(assess_stability(grid, sides, StepRatio::from(middle)).band, range.band);
            }
            EXPECT_EQ(from, 1);
        }
    }
    EXPECT_EQ(stability_bands({1, 1}, {}).size(), 1u);
    EXPECT_EQ(stability_bands({256, 256}, {}).size(), 4u);
    EXPECT_EQ(stability_bands({256, 256}, Boundaries::all(BoundaryKind::periodic)).size(), 3u);
    EXPECT_EQ(stability_bands({3, 3}, {}).size(), 3u);  // no wave flips below 1/4
}

TEST(StepsToReach, IsTheLogarithmOfTheRatio) {
    EXPECT_NEAR(steps_to_reach(1e-3, -2, 1.024).value(), 10, 1e-9);
    EXPECT_EQ(steps_to_reach(2, 1.5, 1), 0.0);
    EXPECT_FALSE(steps_to_reach(0.1, -1, 1));
    EXPECT_FALSE(steps_to_reach(0.1, 0, 1));
    EXPECT_FALSE(steps_to_reach(0, 2, 1));
    EXPECT_FALSE(steps_to_reach(std::nan(""), 2, 1));
}

TEST(Stability, BandsMeetAtTheirBounds) {
    const GridSize grid{8, 8};
    const auto band = [&](double r) { return assess_stability(grid, {}, StepRatio::from(r)).band; };
    EXPECT_EQ(band(0.0), StabilityBand::monotone);
    EXPECT_EQ(band(0.125), StabilityBand::monotone);
    EXPECT_EQ(band(0.1315), StabilityBand::monotone);  // half of this grid's bound
    EXPECT_EQ(band(0.1316), StabilityBand::alternating);
    EXPECT_EQ(band(0.25), StabilityBand::alternating);
    EXPECT_EQ(band(0.25 + 0x1p-20), StabilityBand::overshooting);
    EXPECT_EQ(band(0.2630), StabilityBand::overshooting);
    EXPECT_EQ(band(0.2631), StabilityBand::unstable);
    EXPECT_EQ(band(1.0), StabilityBand::unstable);
}

TEST(Stability, SignsFlipExactlyWhereAWaveHasANegativeFactor) {
    for (const GridSize grid : {GridSize{3, 3}, GridSize{3, 4}, GridSize{4, 4}, GridSize{5, 9},
                                GridSize{33, 33}, GridSize{600, 400}}) {
        for (double r = 0.01; r <= 0.25; r += 0.001) {
            const StepRatio ratio = StepRatio::from(r);
            bool flips = false;
            const GridWaves waves(grid, {});
            const double shortest = waves.rows.angle(waves.rows.count() - 1);
            for (int p = 0; p < waves.columns.count(); ++p)
                flips = flips ||
                        amplification_factor(ratio.value(), waves.columns.angle(p), shortest) < 0;
            const StabilityBand band = assess_stability(grid, {}, ratio).band;
            EXPECT_EQ(band, flips ? StabilityBand::alternating : StabilityBand::monotone)
                << grid.width << "x" << grid.height << " at " << r;
        }
    }
}

TEST(Stability, SaysWhatTheBadgeNeeds) {
    const Stability stability = assess_stability({512, 512}, {}, StepRatio::from(0.26));
    EXPECT_NEAR(stability.centre_weight, -0.04, 1e-7);
    EXPECT_NEAR(stability.checkerboard_factor, -1.08, 1e-6);
    ASSERT_TRUE(stability.fastest_factor);
    EXPECT_NEAR(*stability.fastest_factor, -1.08, 1e-4);
    // 1.08^9 = 1.999
    EXPECT_NEAR(stability.steps_to_double_or_halve().value(), 9.0, 0.05);
    EXPECT_NEAR(
        assess_stability({512, 512}, {}, StepRatio::from(0.2)).steps_to_double_or_halve().value(),
        std::log(0.5) / std::log(0.6), 1e-3);
}

TEST(CertainlyFiniteSteps, UnlimitedAsFarAsNothingGrows) {
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(0.25), 1.0), unlimited);
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(0.25), 0x1.fffffep125), unlimited);
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(1.0), 0.0), unlimited);
}

TEST(CertainlyFiniteSteps, NoneFromTheThresholdOn) {
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(0.2), overflow_threshold()), 0);
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(0.2), INFINITY), 0);
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(0.2), std::nan("")), 0);
    EXPECT_EQ(certainly_finite_steps(StepRatio::from(1.0), 0x1p125), 0);
}

TEST(CertainlyFiniteSteps, OfFloat64AreThoseToTheEndOfItsRange) {
    const StepRatio r = StepRatio::from(0.5, 2, CellType::float64);  // 3 times a step
    const std::int64_t steps = certainly_finite_steps(r, 1, CellType::float64);
    EXPECT_NEAR(static_cast<double>(steps), 1022 * std::log(2) / std::log(3), 3);
    EXPECT_LE(static_cast<double>(steps), 1022 * std::log(2) / std::log(3));
    EXPECT_EQ(certainly_finite_steps(r, overflow_threshold(CellType::float64), CellType::float64),
              0);
    EXPECT_GT(certainly_finite_steps(r, overflow_threshold(), CellType::float64), 500);
}

bool all_finite(const Field& field) {
    return std::ranges::all_of(field.cells(), [](float u) { return std::isfinite(u); });
}

class CertainlyFinite : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(CertainlyFinite, IsSafeAndNotFarFromTheTruth) {
    const auto [ratio, amplitude] = GetParam();
    const StepRatio r = StepRatio::from(ratio);
    const std::int64_t steps = certainly_finite_steps(r, amplitude);
    ASSERT_GT(steps, 0);
    ASSERT_LT(steps, 2000);
    // The checkerboard grows by |1 - 8r|, which is the bound itself, where the walls are far away:
    // at most a fifth is lost near them on this grid.
    Field field({61, 61});
    draw_checkerboard(field, static_cast<float>(amplitude));
    field = advance_cell_by_cell(field, r, steps);
    EXPECT_TRUE(all_finite(field));
    field = advance_cell_by_cell(field, r, steps / 4 + 8);
    EXPECT_FALSE(all_finite(field));
}

INSTANTIATE_TEST_SUITE_P(RatiosAndAmplitudes, CertainlyFinite,
                         testing::Values(std::pair{1.0, 1.0}, std::pair{1.0, 1e-30},
                                         std::pair{0.5, 1e20}, std::pair{0.75, 1e35},
                                         std::pair{0.3, 1.0}, std::pair{0.3, 1e30}));

}  // namespace
}  // namespace heatlab
