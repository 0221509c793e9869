#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim/initial_field.h"
#include "sim/reference.h"
#include "sim/stability.h"
#include "sim/waves.h"
#include "tests/sim/cpu_test_support.h"

namespace heatlab {
namespace {

using test::random_field;
using test::same_field;
using test::simulation_of;

/// Every kernel that advances, with one, two and three threads.
class CpuKernel : public testing::TestWithParam<std::tuple<const char*, int>> {
protected:
    static const char* kernel() { return std::get<0>(GetParam()); }
    static Field after(const Field& initial, double r, std::int64_t steps) {
        auto simulation = simulation_of(initial, r, kernel(), std::get<1>(GetParam()));
        run_steps(*simulation, steps);
        return simulation->read_back();
    }
};

INSTANTIATE_TEST_SUITE_P(All, CpuKernel,
                         testing::Combine(testing::Values("global", "tiled", "two_step",
                                                          "wavefront"),
                                          testing::Values(1, 2, 3)),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param)) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST_P(CpuKernel, KeepsAConstantFieldToTheBit) {
    for (const double r : {0.01, 0.2, 0.24999, 0.25}) {
        const Field constant({257, 130}, 0.3f);
        EXPECT_TRUE(same_field(after(constant, r, 25), constant)) << r;
    }
}

TEST_P(CpuKernel, DampsASineModeByItsFactor) {
    const GridSize grid{260, 150};
    const double r = StepRatio::from(0.24).value();
    constexpr int steps = 51;
    const GridWaves waves(grid, {});
    for (const auto& [p, q] : {std::pair{1, 1}, std::pair{3, 2}, std::pair{200, 111}}) {
        InitialFieldSpec spec;
        spec.name = "sine";
        spec.mode_p = p;
        spec.mode_q = q;
        const Field initial = make_initial_field(grid, spec, Walls{});
        const Field field = after(initial, r, steps);
        const double factor = std::pow(
            amplification_factor(r, waves.columns.angle(p - 1), waves.rows.angle(q - 1)), steps);
        // Rounding of the initial field counts as one step more.
        const double tolerance = reference_tolerance(steps + 1, 1.0);
        for (int row = 0; row < grid.height; row += 7) {
            for (int col = 0; col < grid.width; col += 3) {
                ASSERT_NEAR(field.at(row, col), factor * initial.at(row, col), tolerance)
                    << p << "," << q << " row " << row << " col " << col;
            }
        }
    }
}

TEST_P(CpuKernel, ObeysTheMaximumPrincipleUpToAQuarter) {
    const Field initial = random_field({300, 200});
    const Field field = after(initial, 0.25, 40);
    const auto [low, high] = std::ranges::minmax(initial.cells());
    for (const float u : field.cells()) {
        ASSERT_GE(u, low);
        ASSERT_LE(u, high);
    }
}

TEST_P(CpuKernel, KeepsTheRingToTheBit) {
    Field initial = random_field({130, 140});
    initial.at(0, 5) = -0.0f;
    initial.at(7, 0) = std::numeric_limits<float>::denorm_min();
    initial.at(139, 129) = std::bit_cast<float>(0x7fc12345u);
    const Field field = after(initial, 0.26, 9);
    const auto found = first_ring_difference(field, initial);
    EXPECT_FALSE(found) << found->cell.row << " " << found->cell.col;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(field.at(139, 129)), 0x7fc12345u);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(field.at(7, 0)), 1u);
}

TEST_P(CpuKernel, FinishesAnyNumberOfStepsExactly) {
    // Past the caches too, where results are written around them.
    for (const GridSize grid : {GridSize{200, 150}, GridSize{2500, 1900}}) {
        const Field initial = random_field(grid);
        for (const int steps : {0, 1, 2, 3}) {
            ASSERT_TRUE(same_field(after(initial, 0.26, steps),
                                   advance_cell_by_cell(initial, StepRatio::from(0.26), steps)))
                << grid.width << " " << steps;
        }
    }
}

TEST_P(CpuKernel, NanSpreadsOneCellAStepAndLeavesTheRing) {
    Field initial({101, 91});
    initial.at(45, 50) = std::numeric_limits<float>::quiet_NaN();
    for (const int steps : {1, 2, 7}) {
        const Field field = after(initial, 0.2, steps);
        std::int64_t count = 0;
        for (int row = 0; row < 91; ++row) {
            for (int col = 0; col < 101; ++col) {
                const bool reached = std::abs(row - 45) + std::abs(col - 50) <= steps;
                ASSERT_EQ(std::isnan(field.at(row, col)), reached) << row << " " << col;
                count += reached;
            }
        }
        EXPECT_EQ(count, 2 * steps * (steps + 1) + 1);  // a diamond
    }
}

TEST_P(CpuKernel, InfinityReachesTheNeighboursAndFlipsItsSignPastAQuarter) {
    Field initial({20, 20});
    initial.at(10, 10) = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(std::isinf(after(initial, 0.2, 1).at(10, 11)));
    EXPECT_TRUE(std::isinf(after(initial, 0.2, 1).at(10, 10)));
    // m < 0 turns the sign of the centre, while the neighbours take that of the sum.
    const Field once = after(initial, 0.3, 1);
    EXPECT_EQ(once.at(10, 10), -std::numeric_limits<float>::infinity());
    EXPECT_EQ(once.at(10, 11), std::numeric_limits<float>::infinity());
    const Field twice = after(initial, 0.3, 2);
    EXPECT_EQ(twice.at(10, 10), std::numeric_limits<float>::infinity());
    EXPECT_EQ(twice.at(10, 11), -std::numeric_limits<float>::infinity());
    // Two of opposite signs meet in between.
    initial.at(10, 12) = -std::numeric_limits<float>::infinity();
    EXPECT_TRUE(std::isnan(after(initial, 0.2, 1).at(10, 11)));
}

TEST_P(CpuKernel, FlushesDenormals) {
    // One cell's heat is about r^d at distance d: denormal from 75 cells on.
    Field initial({257, 255});
    draw_hot_pixel(initial, 1.0f);
    const Field field = after(initial, 0.1, 100);
    int tiny = 0;
    for (const float u : field.cells()) {
        ASSERT_NE(std::fpclassify(u), FP_SUBNORMAL);
        tiny += u != 0.0f && std::abs(u) < 1e-36f;
    }
    EXPECT_GT(tiny, 0) << "no cell came near the denormal range: the test shows nothing";
}

TEST_P(CpuKernel, LeavesGridsWithoutInteriorAsTheyAre) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 2}, GridSize{1, 40}, GridSize{40, 2}}) {
        const Field initial = random_field(grid);
        auto simulation = simulation_of(initial, 0.25, kernel());
        const BatchReport report = run_steps(*simulation, 5);
        EXPECT_EQ(report.step, 5);
        EXPECT_TRUE(same_field(simulation->read_back(), initial));
    }
}

TEST(CpuCopy, LeavesFieldAndStep) {
    const Field initial = random_field({333, 70});
    auto simulation = simulation_of(initial, 0.25, "copy");
    const BatchReport report = run_steps(*simulation, 7);
    EXPECT_EQ(report.launches, 7);
    EXPECT_EQ(report.step, 0);
    EXPECT_EQ(simulation->step(), 0);
    EXPECT_TRUE(same_field(simulation->read_back(), initial));
}

TEST(CpuSimulation, ZeroRatioLeavesTheField) {
    const Field initial = random_field({70, 50});
    auto simulation = simulation_of(initial, 0.0, "tiled");
    run_steps(*simulation, 3);
    EXPECT_TRUE(same_field(simulation->read_back(), initial));
}

}  // namespace
}  // namespace heatlab
