// How a session runs.

#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

TEST_F(SessionTest, StartsPausedAtStepZeroAndShowsIt) {
    frames(3);
    const Snapshot& snapshot = session().snapshot();
    EXPECT_FALSE(snapshot.running);
    EXPECT_EQ(snapshot.step, 0);
    EXPECT_FALSE(snapshot.anything_ran);
    ASSERT_TRUE(snapshot.statistics);
    EXPECT_EQ(script_.published_steps, std::vector<std::int64_t>{0});
    EXPECT_EQ(snapshot.range_low, 0.0);
    EXPECT_EQ(snapshot.range_high, 1.0);
}

TEST_F(SessionTest, PausedAndUnchangedDoesNothing) {
    frames(5);
    const std::size_t batches = script_.submitted.size();
    frames(50);
    EXPECT_EQ(script_.submitted.size(), batches);
}

TEST_F(SessionTest, PlaysAndPauses) {
    frames(2);
    apply(command::Play{});
    EXPECT_TRUE(session().snapshot().running);
    frames(20);
    const std::int64_t step = session().snapshot().step;
    EXPECT_GE(step, 18);
    apply(command::Pause{});
    frames(5);
    const std::int64_t paused = session().snapshot().step;
    frames(5);
    EXPECT_EQ(session().snapshot().step, paused);
    EXPECT_TRUE(session().snapshot().anything_ran);
    apply(command::TogglePlay{});
    EXPECT_TRUE(session().snapshot().running);
    apply(command::TogglePlay{});
    EXPECT_FALSE(session().snapshot().running);
}

TEST_F(SessionTest, RunsExactlySoManyStepsThenPauses) {
    settings_.pacing.steps_per_frame = 7;
    frames(2);
    apply(command::RunSteps{100});
    EXPECT_EQ(session().snapshot().steps_left, 100);
    frames(40);
    EXPECT_EQ(session().snapshot().step, 100);
    EXPECT_FALSE(session().snapshot().running);
    EXPECT_FALSE(session().snapshot().steps_left);
    EXPECT_EQ(session().snapshot().shown_step, 100);
}

TEST_F(SessionTest, StepsAskedForWhileStepsRunAddUp) {
    script_.finish_at_once = false;
    script_.allowed_to_finish = 1000;
    frames(2);
    apply(command::RunSteps{3});
    apply(command::RunSteps{4});
    frames(20);
    EXPECT_EQ(session().snapshot().step, 7);
}

TEST_F(SessionTest, OptionStepsRunAtTheStart) {
    settings_.steps = 12;
    frames(30);
    EXPECT_EQ(session().snapshot().step, 12);
    EXPECT_FALSE(session().snapshot().running);
}

TEST_F(SessionTest, FinishRunsAllStepsAndPublishes) {
    settings_.steps = 12'345;
    session().finish();
    EXPECT_EQ(session().snapshot().step, 12'345);
    EXPECT_EQ(session().snapshot().shown_step, 12'345);
    EXPECT_FALSE(session().snapshot().running);
    ASSERT_TRUE(session().snapshot().timings.seconds_per_step);
    EXPECT_NEAR(*session().snapshot().timings.seconds_per_step, script_.seconds_per_step, 1e-12);
}

TEST_F(SessionTest, KeepsAtMostTwoBatchesInFlightAndNeverWaits) {
    script_.finish_at_once = false;
    script_.allowed_to_finish = 3;
    frames(3);
    apply(command::Play{});
    frames(50);  // nothing finishes any more
    EXPECT_LE(script_.largest_in_flight, 2);
}

TEST_F(SessionTest, SlowStepsAreNotQueued) {
    script_.seconds_per_step = 0.1;
    frames(2);
    apply(command::RunSteps{3});
    frames(10);  // speed known now
    script_.finish_at_once = false;
    script_.allowed_to_finish = 0;
    script_.largest_in_flight = 0;
    apply(command::Play{});
    frames(20);
    EXPECT_EQ(script_.largest_in_flight, 1);
    EXPECT_EQ(script_.submitted.back().steps, 1);
}

TEST_F(SessionTest, ResetGoesBackToStepZeroPaused) {
    apply(command::RunSteps{5});
    frames(20);
    ASSERT_EQ(session().snapshot().step, 5);
    apply(command::Play{});
    apply(command::Reset{});
    frames(3);
    const Snapshot& snapshot = session().snapshot();
    EXPECT_EQ(snapshot.step, 0);
    EXPECT_FALSE(snapshot.running);
    EXPECT_FALSE(snapshot.anything_ran);
    EXPECT_EQ(snapshot.simulated_seconds, 0);
    EXPECT_EQ(snapshot.shown_step, 0);
}

TEST_F(SessionTest, ReportsOfTheFieldBeforeAResetAreNotTaken) {
    script_.finish_at_once = false;
    script_.allowed_to_finish = 1;
    frames(3);
    apply(command::Play{});
    frames(3);  // a batch of steps is in flight
    ASSERT_GT(script_.submitted.back().steps, 0);
    apply(command::Reset{});
    script_.allowed_to_finish = 1000;
    frames(5);
    EXPECT_EQ(session().snapshot().step, 0);
    EXPECT_FALSE(session().snapshot().anything_ran);
}

TEST_F(SessionTest, SimulatedTimeIsTheSumOfItsSteps) {
    settings_.r = 0.25;
    apply(command::RunSteps{10});
    frames(30);
    apply(command::SetStepRatio{0.125});
    apply(command::RunSteps{10});
    frames(30);
    // dt = r h^2 / alpha = r * 1e-6 / 1e-4
    EXPECT_NEAR(session().snapshot().simulated_seconds, 10 * 0.25e-2 + 10 * 0.125e-2, 1e-15);
}

TEST_F(SessionTest, KernelKeepsFieldStepAndRun) {
    frames(2);
    apply(command::Play{});
    frames(10);
    const std::int64_t loads = count_calls("load");
    const std::int64_t step = session().snapshot().step;
    apply(command::SetKernel{"two_step"});
    EXPECT_TRUE(session().snapshot().running);
    frames(5);
    EXPECT_GT(session().snapshot().step, step);
    EXPECT_EQ(count_calls("load"), loads);
    EXPECT_EQ(session().snapshot().settings.kernel, "two_step");
    // The figures of the kernel before are kept in the list.
    for (const KernelFigures& row : session().snapshot().kernels) {
        if (row.kernel->name == "tiled") {
            EXPECT_TRUE(row.seconds_per_step);
        }
    }
}

TEST_F(SessionTest, StrokesAreUndoneOneByOne) {
    frames(2);
    apply(command::RunSteps{3});
    frames(10);
    apply(command::BeginStroke{});
    apply(command::Paint{{5, 5, 6, 6, 3, 1}});
    apply(command::Paint{{6, 6, 7, 7, 3, 1}});
    apply(command::EndStroke{});
    EXPECT_EQ(count_calls("checkpoint"), 1);
    EXPECT_EQ(count_calls("paint"), 2);
    EXPECT_EQ(session().snapshot().step, 3);  // a stroke keeps the step
    EXPECT_TRUE(session().snapshot().can_undo);
    apply(command::SetWalls{{1, 1, 1, 1}});
    apply(command::RunSteps{2});
    frames(10);
    ASSERT_EQ(session().snapshot().step, 5);
    apply(command::UndoStroke{});
    EXPECT_EQ(session().snapshot().step, 3);
    EXPECT_EQ(session().snapshot().walls, Walls{});
    EXPECT_FALSE(session().snapshot().can_undo);
    frames(3);
    EXPECT_EQ(session().snapshot().shown_step, 3);
}

TEST_F(SessionTest, UndoGoesBackToTheTimeOfTheStroke) {
    script_.finish_at_once = false;
    script_.allowed_to_finish = 1;
    frames(3);
    apply(command::Play{});
    frames(3);  // a batch of steps is in flight
    const std::int64_t painted_at = session().simulation().step();
    ASSERT_GT(painted_at, session().snapshot().step);
    apply(command::Paint{{5, 5, 6, 6, 3, 1}});
    script_.allowed_to_finish = 1000;
    frames(10);
    ASSERT_GT(session().snapshot().step, painted_at);
    const Snapshot& snapshot = apply(command::UndoStroke{});
    EXPECT_EQ(snapshot.step, painted_at);
    EXPECT_NEAR(snapshot.simulated_seconds, static_cast<double>(painted_at) * settings_.time_step(),
                1e-12);
    EXPECT_TRUE(snapshot.anything_ran);
}

TEST_F(SessionTest, OnlyTheNewestStrokesAreRemembered) {
    for (int i = 0; i < 4; ++i) {
        apply(command::BeginStroke{});
        apply(command::Paint{{5, 5, 6, 6, 3, 1}});
        apply(command::EndStroke{});
    }
    apply(command::UndoStroke{});
    apply(command::UndoStroke{});  // capacity 2
    EXPECT_FALSE(session().snapshot().can_undo);
    EXPECT_FALSE(session().snapshot().notice);
    EXPECT_NE(refusal_of(command::UndoStroke{}).find("undo"), std::string::npos);
}

TEST_F(SessionTest, ChangesWhilePausedAreShown) {
    frames(5);
    const std::size_t published = script_.published_steps.size();
    apply(command::Paint{{5, 5, 6, 6, 3, 1}});
    frames(2);
    EXPECT_EQ(script_.published_steps.size(), published + 1);
    apply(command::SetWalls{{1, 0, 0, 0}});
    frames(2);
    EXPECT_EQ(script_.published_steps.size(), published + 2);
    apply(command::SetPicture{{10, 5, 4, 4}, 400, 400});
    frames(2);
    EXPECT_EQ(script_.published_steps.size(), published + 3);
}

TEST_F(SessionTest, ProbeIsReadWithoutAStep) {
    frames(3);
    apply(command::SetProbe{Cell{3, 4}});
    frames(2);
    ASSERT_TRUE(session().snapshot().probe);
    EXPECT_EQ(session().snapshot().probe->cell, (Cell{3, 4}));
    // centre 1, neighbours 0: next is (1 - 4r) * 1
    ASSERT_TRUE(session().snapshot().probe_next);
    EXPECT_NEAR(*session().snapshot().probe_next, 0.2, 1e-6);
    apply(command::SetProbe{Cell{0, 4}});  // of the ring
    frames(2);
    EXPECT_TRUE(session().snapshot().probe);
    EXPECT_FALSE(session().snapshot().probe_next);
    apply(command::SetProbe{});
    frames(2);
    EXPECT_FALSE(session().snapshot().probe);
}

TEST_F(SessionTest, AFailingDevicePausesWithANotice) {
    frames(2);
    apply(command::Play{});
    frames(3);
    script_.fail = true;
    frames(3);
    const Snapshot& snapshot = session().snapshot();
    EXPECT_FALSE(snapshot.running);
    ASSERT_TRUE(snapshot.notice);
    EXPECT_NE(snapshot.notice->text.find("fake device failed"), std::string::npos);
    for (const Command& command : CommandList{command::Play{}, command::SetStepRatio{0.1},
                                              command::Paint{}, command::Reset{}})
        apply(command);
    frames(3);
    EXPECT_FALSE(session().snapshot().running);
    script_.fail = false;  // another stage works again
    apply(command::SetGrid{{20, 20}});
    apply(command::RunSteps{2});
    frames(10);
    EXPECT_EQ(session().snapshot().step, 2);
}

}  // namespace
}  // namespace heatlab
