#include "sim/cpu/wavefront/plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim/cpu/wavefront/geometry.h"

namespace heatlab {
namespace {

WavefrontMachine machine_of(int lanes, int threads) {
    WavefrontMachine machine;
    machine.lanes = lanes;
    machine.threads = threads;
    return machine;
}

/// Calls `check` with strips for many grids, step counts and machines.
template <typename Check>
void for_each_strip_plan(const Check& check) {
    for (const int lanes : {4, 8, 16}) {
        for (const int threads : {1, 2, 3, 16}) {
            for (const std::uint64_t level2 : {std::uint64_t{128} << 10, std::uint64_t{2} << 20}) {
                WavefrontMachine machine = machine_of(lanes, threads);
                machine.level2_cache = level2;
                for (const GridSize grid : {GridSize{128, 32},
                                            {511, 513},
                                            {1000, 37},
                                            {300, 8190},
                                            {4096, 4096},
                                            {8191, 8193},
                                            {16384, 16384}}) {
                    for (const std::int64_t steps : {5, 7, 64, 127, 1000, 100'003}) {
                        const WavefrontPlan plan = plan_strips(grid, steps, machine);
                        ASSERT_FALSE(plan.plain);
                        check(plan, machine);
                        if (testing::Test::HasFatalFailure())
                            return;
                    }
                }
            }
        }
    }
}

TEST(WavefrontPlan, PassesTakeAllStepsInEvenShares) {
    for_each_strip_plan([](const WavefrontPlan& plan, const WavefrontMachine&) {
        std::int64_t steps = 0;
        for (std::int64_t pass = 0; pass < plan.passes; ++pass) {
            ASSERT_EQ(plan.steps_before(pass), steps);
            ASSERT_GE(plan.levels(pass), plan.most_levels - 1);
            ASSERT_LE(plan.levels(pass), plan.most_levels);
            steps += plan.levels(pass);
        }
        ASSERT_EQ(steps, plan.steps);
        ASSERT_LE(plan.most_levels, WavefrontPlan::level_limit);
        ASSERT_GE(plan.most_levels, 1);
    });
}

TEST(WavefrontPlan, StripsCoverTheGridAtEveryLevelAndNoneIsInVain) {
    for_each_strip_plan([](const WavefrontPlan& plan, const WavefrontMachine&) {
        const std::int64_t covered = std::int64_t{plan.strips} * plan.columns();
        // The last strip ends `most_levels` columns further left at the last level.
        ASSERT_GE(covered - plan.most_levels, plan.grid.width);
        ASSERT_LT(covered - plan.columns() - plan.most_levels, plan.grid.width);
        const std::int64_t rows = std::int64_t{plan.batches} * wavefront::batch_rows;
        ASSERT_GE(rows - plan.most_levels, plan.grid.height);
    });
}

TEST(WavefrontPlan, StripsFitTheScratchAndAreNoNarrowerThanTheSkew) {
    for_each_strip_plan([](const WavefrontPlan& plan, const WavefrontMachine& machine) {
        ASSERT_LE(plan.vectors, wavefront::most_vectors(machine.lanes));
        ASSERT_GE(plan.vectors, machine.lanes);
        ASSERT_GE(plan.columns(), plan.most_levels);
    });
}

TEST(WavefrontPlan, CarriesFitTheSecondLevelCache) {
    for_each_strip_plan([](const WavefrontPlan& plan, const WavefrontMachine& machine) {
        if (plan.most_levels <= 4)
            return;  // never fewer
        const std::uint64_t bytes = sizeof(float) * 2 *
                                    static_cast<std::uint64_t>(plan.most_levels) *
                                    static_cast<std::uint64_t>(plan.columns());
        ASSERT_LE(bytes, machine.level2_cache);
    });
}

TEST(WavefrontPlan, ThreadsAllHaveAStripWhereTheGridIsWideEnough) {
    for (const int threads : {1, 2, 3, 4, 8, 16}) {
        const WavefrontPlan plan = plan_wavefront({8192, 8192}, 256, machine_of(16, threads));
        EXPECT_FALSE(plan.plain);
        EXPECT_GE(plan.strips, threads);
    }
}

TEST(WavefrontPlan, ScratchPlacesDoNotOverlap) {
    for (const int lanes : {4, 8, 16}) {
        for (const int levels : {1, 5, 64, 128}) {
            const wavefront::ScratchLayout layout{lanes, levels};
            const std::ptrdiff_t width = wavefront::most_vectors(lanes) * lanes;
            const std::ptrdiff_t halo = 2 * lanes;
            EXPECT_GE(layout.block(levels) - halo, layout.row() + width);
            const std::ptrdiff_t block_end =
                layout.block(0) + (wavefront::batch_rows - 1) * wavefront::row_stride + width;
            EXPECT_GE(layout.carry(0) - halo, block_end);
            for (int level = 0; level < levels; ++level) {
                EXPECT_GE(layout.carry(level + 1) - halo,
                          layout.carry(level) + wavefront::row_stride + width);
                // Equal page offsets, so that the block's rows and the carries never look alike by
                // halves.
                EXPECT_EQ((layout.carry(level) - layout.block(level)) % 256, 0);
            }
            EXPECT_LE(layout.carry(levels) + wavefront::row_stride + width,
                      static_cast<std::ptrdiff_t>(layout.floats()));
        }
    }
}

TEST(WavefrontPlan, SmallGridsAndFewStepsArePlain) {
    const WavefrontMachine machine = machine_of(16, 2);
    for (const GridSize grid : {GridSize{1, 1},
                                {2, 2},
                                {3, 3},
                                {1, 5000},
                                {5000, 1},
                                {3, 3000},
                                {3000, 5},
                                {100, 100},
                                {127, 4000}}) {
        EXPECT_TRUE(plan_wavefront(grid, 100, machine).plain) << grid.width << " x " << grid.height;
    }
    for (std::int64_t steps = 0; steps < 5; ++steps) {
        EXPECT_TRUE(plan_wavefront({4096, 4096}, steps, machine).plain) << steps;
    }
    EXPECT_FALSE(plan_wavefront({4096, 4096}, 5, machine).plain);
}

TEST(WavefrontPlan, ManyThreadsOnACachedGridArePlain) {
    EXPECT_FALSE(plan_wavefront({1024, 1024}, 128, machine_of(16, 2)).plain);
    EXPECT_TRUE(plan_wavefront({1024, 1024}, 128, machine_of(16, 32)).plain);
    EXPECT_FALSE(plan_wavefront({8192, 8192}, 128, machine_of(16, 32)).plain);
}

}  // namespace
}  // namespace heatlab
