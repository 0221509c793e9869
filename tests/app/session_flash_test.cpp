// Counts what the eye would: changes of the checkerboard's sign between shown steps, two of which
// make a flash.

#include <gtest/gtest.h>

#include <deque>

#include "tests/app/fake_simulation.h"

namespace heatlab {
namespace {

FieldStatistics checkered(std::int64_t step) {
    FieldStatistics statistics = quiet_statistics(step);
    statistics.alternating_maximum = 0.4f;
    statistics.alternating_cells = 64 * 32;
    return statistics;
}

class Flashes : public testing::Test {
protected:
    Flashes() { script_.statistics = checkered; }

    void run(Settings settings, double seconds,
             const std::function<void(Session&, int frame)>& each_frame) {
        settings.r = r_;
        Session session(settings, fake_stages(script_), "");
        std::size_t seen = 0;
        std::deque<double> flips;
        for (int frame = 0; frame < seconds * 60; ++frame) {
            const double now = frame / 60.0;
            session.begin_frame(now);
            for (; seen < script_.published_steps.size(); ++seen) {
                const std::int64_t step = script_.published_steps[seen];
                if (seen > 0 && (step - script_.published_steps[seen - 1]) % 2 != 0)
                    flips.push_back(now);
            }
            while (!flips.empty() && flips.front() <= now - 1)
                flips.pop_front();
            most_flips_ = std::max(most_flips_, flips.size());
            each_frame(session, frame);
            session.end_frame({}, {});
        }
        last_snapshot_ = session.snapshot();
    }

    void play(const Settings& settings) {
        run(settings, 5, [](Session& session, int frame) {
            if (frame == 10)
                session.apply(command::Play{});
        });
    }

    FakeSimulation::Script script_;
    double r_ = 0.26;
    std::size_t most_flips_ = 0;  ///< in any second
    Snapshot last_snapshot_;
};

TEST_F(Flashes, AtMostThreeASecondInEveryPacing) {
    for (std::int64_t steps : {1, 2, 3, 7, 10}) {
        script_.published_steps.clear();
        most_flips_ = 0;
        Settings settings = small_settings();
        settings.pacing.steps_per_frame = steps;
        play(settings);
        EXPECT_LE(most_flips_, 6u) << steps << " steps per frame";
        EXPECT_GT(script_.published_steps.size(), 60u) << "the picture stands still";
        EXPECT_TRUE(last_snapshot_.guard_active);
    }
    for (double rate : {2.0, 4.9, 5.0, 7.0, 30.0, 61.0, 1000.0}) {
        script_.published_steps.clear();
        most_flips_ = 0;
        Settings settings = small_settings();
        settings.pacing.mode = PacingMode::steps_per_second;
        settings.pacing.steps_per_second = rate;
        play(settings);
        EXPECT_LE(most_flips_, 6u) << rate << " steps per second";
        EXPECT_GE(script_.published_steps.size(), 8u);
    }
    script_.published_steps.clear();
    most_flips_ = 0;
    Settings settings = small_settings();
    settings.pacing.mode = PacingMode::time_budget;
    play(settings);
    EXPECT_LE(most_flips_, 6u);
    EXPECT_GT(script_.published_steps.size(), 60u);
}

TEST_F(Flashes, SlowRunsShowEachStep) {
    Settings settings = small_settings();
    settings.pacing.mode = PacingMode::steps_per_second;
    settings.pacing.steps_per_second = 2;
    play(settings);
    EXPECT_GE(most_flips_, 2u);
    EXPECT_FALSE(last_snapshot_.guard_active);
}

// A rod at its usual r, 0.4, flips no wave that it does not hold.
TEST_F(Flashes, ARodThatHoldsNoCheckerboardIsShownStepByStep) {
    r_ = 0.4;
    const Settings rod = with_grid(small_settings(), GridSize::line(2048));
    script_.statistics = quiet_statistics;
    play(rod);
    EXPECT_FALSE(last_snapshot_.guard_active);
    EXPECT_GT(most_flips_, 50u);
    most_flips_ = 0;
    script_.statistics = checkered;
    script_.published_steps.clear();
    play(rod);
    EXPECT_TRUE(last_snapshot_.guard_active);
    EXPECT_LE(most_flips_, 6u);
    EXPECT_FALSE(last_snapshot_.checkerboard_hidden) << "a curve hides none";
}

TEST_F(Flashes, ARodIsNotHeldBackWhereNoWaveFlips) {
    r_ = 0.25;
    play(with_grid(small_settings(), GridSize::line(2048)));
    EXPECT_FALSE(last_snapshot_.guard_active);
}

TEST_F(Flashes, AHeldStepKeyIsHeldBackToo) {
    run(small_settings(), 4, [](Session& session, int) { session.apply(command::RunSteps{1}); });
    EXPECT_LE(most_flips_, 6u);
}

TEST_F(Flashes, ASingleStepIsShownInTheEnd) {
    run(small_settings(), 2, [](Session& session, int frame) {
        if (frame == 30)
            session.apply(command::RunSteps{1});
    });
    EXPECT_EQ(last_snapshot_.step, 1);
    EXPECT_EQ(last_snapshot_.shown_step, 1);
}

TEST_F(Flashes, EverystepShowsEveryStep) {
    Settings settings = small_settings();
    settings.flash_guard = FlashGuardMode::every_step;
    play(settings);
    EXPECT_GT(most_flips_, 50u);
    EXPECT_FALSE(last_snapshot_.guard_active);
}

TEST_F(Flashes, TheSimulationIsNotTouched) {
    Settings settings = small_settings();
    settings.pacing.steps_per_frame = 3;
    play(settings);
    for (std::size_t i = 10; i < script_.submitted.size(); ++i) {
        if (script_.submitted[i].steps > 0) {
            EXPECT_EQ(script_.submitted[i].steps, 3);
            EXPECT_TRUE(script_.submitted[i].statistics);
        }
    }
}

TEST_F(Flashes, AutomaticRangeFollowsShownStepsOnly) {
    script_.statistics = [](std::int64_t step) {
        FieldStatistics statistics = checkered(step);
        statistics.maximum = step % 2 == 0 ? 1.0f : 5.0f;
        return statistics;
    };
    Settings settings = small_settings();
    double highest = 0;
    run(settings, 3, [&](Session& session, int frame) {
        if (frame == 10)
            session.apply(command::Play{});
        highest = std::max(highest, session.snapshot().range_high);
    });
    EXPECT_EQ(highest, 1.0);
}

}  // namespace
}  // namespace heatlab
