// What a session says about speed.

#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

TEST_F(SessionTest, TimingsAreMediansWithoutTheWarmUp) {
    script_.seconds_per_step = 1;  // the warm-up: absurdly slow
    apply(command::RunSteps{1});
    frames(5);
    EXPECT_FALSE(session().snapshot().timings.seconds_per_step);
    script_.seconds_per_step = 1e-4;
    apply(command::RunSteps{20});
    frames(60);
    const Timings& timings = session().snapshot().timings;
    ASSERT_TRUE(timings.seconds_per_step);
    EXPECT_NEAR(*timings.seconds_per_step, 1e-4, 1e-12);
    EXPECT_NEAR(*timings.cells_per_second, 64 * 32 / 1e-4, 1);
    EXPECT_NEAR(*timings.bytes_per_second, 8 * 64 * 32 / 1e-4, 10);
    EXPECT_NEAR(*timings.fraction_of_copy, *timings.bytes_per_second / 1e9, 1e-9);
}

TEST_F(SessionTest, TheCopyRowHoldsTheMeasuredBaseline) {
    frames(2);
    for (const KernelFigures& row : session().snapshot().kernels) {
        if (row.kernel->advances) {
            EXPECT_FALSE(row.seconds_per_step) << row.kernel->name;
            continue;
        }
        ASSERT_TRUE(row.seconds_per_step && row.bytes_per_second && row.fraction_of_copy);
        EXPECT_NEAR(*row.bytes_per_second, 1e9, 1);  // as the scripted simulation answers
        EXPECT_NEAR(*row.seconds_per_step, 8 * 64 * 32 / 1e9, 1e-12);
        EXPECT_EQ(*row.fraction_of_copy, 1);
    }
}

TEST_F(SessionTest, BandwidthOfTwoStepsALaunchCountsLaunches) {
    settings_.kernel = "two_step";
    settings_.pacing.steps_per_frame = 10;
    apply(command::RunSteps{200});
    frames(60);
    // Ten steps are five launches: half of the bytes per step.
    EXPECT_NEAR(*session().snapshot().timings.bytes_per_second,
                8.0 * 64 * 32 / (2 * script_.seconds_per_step), 1e6);
}

TEST_F(SessionTest, NoShareOfCopyIsClaimedWhereLaunchesDominate) {
    const auto bound = [&](std::optional<double> empty_launch, double launch,
                           std::int64_t launches_per_batch = 10) {
        session_.reset();
        settings_.pacing.steps_per_frame = launches_per_batch;
        script_.empty_launch = empty_launch;
        script_.seconds_per_step = launch;
        apply(command::RunSteps{40 * launches_per_batch});
        const Timings& timings = frames(40).timings;
        EXPECT_TRUE(timings.bytes_per_second);
        EXPECT_NE(timings.fraction_of_copy.has_value(), timings.launch_bound);
        for (const KernelFigures& row : session().snapshot().kernels) {
            if (row.kernel->name == "tiled") {
                EXPECT_EQ(row.fraction_of_copy, timings.fraction_of_copy);
            }
        }
        return timings.launch_bound;
    };
    EXPECT_FALSE(bound(std::nullopt, 11e-6));
    EXPECT_TRUE(bound(std::nullopt, 9e-6));
    EXPECT_FALSE(bound(1e-6, 4.1e-6));
    EXPECT_TRUE(bound(1e-6, 3.9e-6));
    // A lone launch is timed with its latency: the batch has to be long too.
    EXPECT_TRUE(bound(std::nullopt, 39e-6, 1));
    EXPECT_FALSE(bound(std::nullopt, 41e-6, 1));
    EXPECT_TRUE(bound(std::nullopt, 19e-6, 2));
    EXPECT_FALSE(bound(std::nullopt, 21e-6, 2));
}

TEST_F(SessionTest, MinifiedCheckerboardIsFlagged) {
    script_.statistics = [](std::int64_t step) {
        FieldStatistics statistics = quiet_statistics(step);
        statistics.alternating_cells = 64 * 32 / 2;
        return statistics;
    };
    apply(command::SetPicture{{0, 0, 64, 32}, 640, 320});
    EXPECT_FALSE(frames(3).checkerboard_hidden);
    apply(command::SetPicture{{0, 0, 64, 32}, 32, 16});
    EXPECT_TRUE(frames(3).checkerboard_hidden);
}

}  // namespace
}  // namespace heatlab
