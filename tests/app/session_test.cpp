#include "app/session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/errors.h"
#include "tests/app/fake_simulation.h"

namespace heatlab {
namespace {

class SessionTest : public testing::Test {
protected:
    Session& session() {
        if (!session_)
            session_ = std::make_unique<Session>(settings_, fake_stages(script_), "");
        return *session_;
    }
    const Snapshot& frame() {
        session().begin_frame(now_);
        session().end_frame({}, {});
        now_ += 1 / 60.0;
        return session().snapshot();
    }
    const Snapshot& frames(int count) {
        for (int i = 1; i < count; ++i)
            frame();
        return frame();
    }
    const Snapshot& apply(const Command& command) {
        session().apply(command);
        return session().snapshot();
    }
    /// The refusal that `command` gets; nothing else may change.
    std::string refusal_of(const Command& command) {
        const Snapshot before = session().snapshot();
        session().apply(command);
        const Snapshot& after = session().snapshot();
        EXPECT_EQ(after.settings.r, before.settings.r);
        EXPECT_EQ(after.settings.grid, before.settings.grid);
        EXPECT_EQ(after.settings.kernel, before.settings.kernel);
        EXPECT_EQ(after.settings.init, before.settings.init);
        EXPECT_EQ(after.running, before.running);
        if (!after.notice || after.notice->kind != Notice::Kind::refused)
            return "";
        const std::string text = after.notice->title + ": " + after.notice->text;
        session().apply(command::DismissNotice{after.notice->id});
        return text;
    }
    std::int64_t count_calls(const std::string& name) const {
        return std::count(script_.calls.begin(), script_.calls.end(), name);
    }

    Settings settings_ = small_settings();
    FakeSimulation::Script script_;
    std::unique_ptr<Session> session_;
    double now_ = 0;
};

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

TEST_F(SessionTest, BadgeFollowsRAtOnce) {
    EXPECT_EQ(apply(command::SetStepRatio{0.3}).stability.band, StabilityBand::unstable);
    EXPECT_EQ(apply(command::SetStepRatio{0.1}).stability.band, StabilityBand::monotone);
}

TEST_F(SessionTest, RIsNeverClamped) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (double r : {-0.1, 1.1, nan, std::numeric_limits<double>::infinity(), 1e-12}) {
        const std::string refusal = refusal_of(command::SetStepRatio{r});
        EXPECT_NE(refusal.find("r was not changed"), std::string::npos) << r << refusal;
    }
    EXPECT_NE(refusal_of(command::SetStepRatio{1.5}).find("1.5"), std::string::npos);
}

TEST_F(SessionTest, KeysStopAtTheEndsOfR) {
    apply(command::SetStepRatio{0.9995});
    EXPECT_EQ(apply(command::ChangeStepRatio{0.001}).settings.r, 1.0);
    apply(command::SetStepRatio{0.0005});
    EXPECT_EQ(apply(command::ChangeStepRatio{-0.001}).settings.r, 0.0);
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SessionTest, ManyKeyPressesDoNotDrift) {
    apply(command::SetStepRatio{0});
    for (int i = 0; i < 200; ++i)
        apply(command::ChangeStepRatio{0.001});
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    for (int i = 0; i < 200; ++i)
        apply(command::ChangeStepRatio{-0.001});
    EXPECT_EQ(session().snapshot().settings.r, 0.0);
}

TEST_F(SessionTest, RStaysAsItWasAskedFor) {
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    EXPECT_EQ(session().snapshot().stability.r, double{StepRatio::from(0.2).value()});
    EXPECT_EQ(apply(command::ChangeStepRatio{0.001}).settings.r, 0.201);
    EXPECT_EQ(apply(command::ChangeStepRatio{-0.0001}).settings.r, 0.2009);
    apply(command::SetStepRatio{0.2});
    for (int i = 0; i < 20; ++i)
        apply(command::ScaleTimeStep{0.5});
    EXPECT_EQ(session().snapshot().settings.r, std::ldexp(0.2, -20));
    for (int i = 0; i < 20; ++i)
        apply(command::ScaleTimeStep{2});
    EXPECT_EQ(session().snapshot().settings.r, 0.2);
    EXPECT_EQ(session().snapshot().settings.time_step(), 0.2 * 1e-3 * 1e-3 / 1e-4);
}

TEST_F(SessionTest, TimeStepAndRatioFollowEachOther) {
    // r = alpha dt / h^2 with alpha 1e-4, h 1e-3: dt = 2 ms at r = 0.2
    EXPECT_NEAR(session().snapshot().settings.time_step(), 2e-3, 1e-10);
    EXPECT_NEAR(apply(command::ScaleTimeStep{0.5}).settings.r, 0.1, 1e-7);
    EXPECT_NEAR(apply(command::ScaleTimeStep{2}).settings.r, 0.2, 1e-7);
    EXPECT_NEAR(apply(command::SetTimeStep{1e-3}).settings.r, 0.1, 1e-7);
    // The same dt with another diffusivity or cell size.
    EXPECT_NEAR(apply(command::SetDiffusivity{2e-4}).settings.r, 0.2, 1e-7);
    EXPECT_NEAR(session().snapshot().settings.time_step(), 1e-3, 1e-9);
    EXPECT_NEAR(apply(command::SetCellSize{2e-3}).settings.r, 0.05, 1e-7);
    EXPECT_NEAR(session().snapshot().settings.time_step(), 1e-3, 1e-9);
}

TEST_F(SessionTest, ImpossibleTimeStepsAreRefusedWithTheRTheyGive) {
    EXPECT_NE(refusal_of(command::SetTimeStep{0.03}).find("r = 3"), std::string::npos);
    EXPECT_NE(refusal_of(command::ScaleTimeStep{8}).find("r = 1.6"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetDiffusivity{1e-2}).find("alpha"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetDiffusivity{-1}).find("above 0"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetCellSize{0}).find("above 0"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetTimeStep{-1}).find("dt"), std::string::npos);
    EXPECT_EQ(session().snapshot().settings.diffusivity, 1e-4);
}

TEST_F(SessionTest, WhatCannotHoldIsRefused) {
    EXPECT_NE(refusal_of(command::SetKernel{"texture"}), "");  // not on the CPU
    EXPECT_NE(refusal_of(command::SetKernel{"nonsense"}).find("nonsense"), std::string::npos);
    InitialFieldSpec missing;
    missing.name = "file";
    missing.file = "/nonexistent/field.npy";
    EXPECT_NE(refusal_of(command::SetInitialField{missing}).find("field.npy"), std::string::npos);
    EXPECT_NE(refusal_of(command::SetGrid{{0, 5}}).find("0x5"), std::string::npos);
    EXPECT_NE(refusal_of(command::RunSteps{0}), "");
    EXPECT_NE(refusal_of(command::SetWalls{{NAN, 0, 0, 0}}), "");
    EXPECT_NE(refusal_of(command::SetPacing{{PacingMode::time_budget, 0, 1, 1}}), "");
    EXPECT_NE(refusal_of(command::SetRange{{RangeMode::locked, 1, 1}}), "");
    EXPECT_NE(refusal_of(command::SetBrush{{-1, 1, 0}}), "");
    EXPECT_NE(refusal_of(command::UndoStroke{}), "");
}

TEST_F(SessionTest, ARefusalGoesAwayWithTheNextThingThatWorks) {
    apply(command::SetStepRatio{7});
    ASSERT_TRUE(session().snapshot().notice);
    apply(command::SetStepRatio{0.1});
    EXPECT_FALSE(session().snapshot().notice);
}

TEST_F(SessionTest, GridThatDoesNotFitLeavesAllAsItWas) {
    int made = 0;
    session_ = std::make_unique<Session>(
        settings_,
        [&](GridSize grid) {
            if (++made > 1)
                throw InputError("--grid", "99x99", "needs 78408 bytes, there are 5");
            return fake_stages(script_)(grid);
        },
        "");
    apply(command::RunSteps{4});
    frames(10);
    EXPECT_NE(refusal_of(command::SetGrid{{99, 99}}).find("78408"), std::string::npos);
    apply(command::RunSteps{2});
    frames(10);
    EXPECT_EQ(session().snapshot().step, 6);
}

TEST_F(SessionTest, AnotherGridStartsAgain) {
    apply(command::RunSteps{4});
    frames(10);
    const Snapshot& snapshot = apply(command::SetGrid{{40, 20}});
    EXPECT_EQ(snapshot.settings.grid, (GridSize{40, 20}));
    EXPECT_EQ(snapshot.step, 0);
    EXPECT_FALSE(snapshot.timings.seconds_per_step);
    frames(3);
    EXPECT_EQ(script_.copies_measured, 2);
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

TEST_F(SessionTest, TimingsAreMediansWithoutTheWarmUp) {
    script_.seconds_per_step = 1;  // the warm-up: absurdly slow
    apply(command::RunSteps{1});
    frames(5);
    EXPECT_FALSE(session().snapshot().timings.seconds_per_step);
    script_.seconds_per_step = 2e-5;
    apply(command::RunSteps{20});
    frames(60);
    const Timings& timings = session().snapshot().timings;
    ASSERT_TRUE(timings.seconds_per_step);
    EXPECT_NEAR(*timings.seconds_per_step, 2e-5, 1e-12);
    EXPECT_NEAR(*timings.cells_per_second, 64 * 32 / 2e-5, 1);
    EXPECT_NEAR(*timings.bytes_per_second, 8 * 64 * 32 / 2e-5, 10);
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
    const auto bound = [&](std::optional<double> empty_launch, double launch) {
        session_.reset();
        script_.empty_launch = empty_launch;
        script_.seconds_per_step = launch;
        apply(command::RunSteps{20});
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

TEST_F(SessionTest, SettingsThatCannotHoldAreThrown) {
    const auto make = [&](auto change) {
        Settings settings = small_settings();
        change(settings);
        Session session(settings, fake_stages(script_), "");
    };
    EXPECT_THROW(make([](Settings& s) { s.r = 1.5; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.grid = {0, 1}; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.kernel = "texture"; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.init.name = "nonsense"; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.range = {RangeMode::locked, 2, 1}; }), InputError);
    EXPECT_THROW(make([](Settings& s) { s.steps = -1; }), InputError);
}

}  // namespace
}  // namespace heatlab
