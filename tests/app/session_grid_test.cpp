// Another grid: a stage of its own, and what becomes of the one before.

#include <algorithm>
#include <stdexcept>

#include "app/backends.h"
#include "sim/compare.h"
#include "sim/errors.h"
#include "sim/reference.h"
#include "sim/text.h"
#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

TEST_F(SessionTest, GridThatDoesNotFitLeavesAllAsItWas) {
    int made = 0;
    session_ = std::make_unique<Session>(
        settings_,
        [&](const StageRequest& request) {
            if (++made > 1)
                throw InputError("--grid", "99x99", "needs 78408 bytes, there are 5");
            return fake_stages(script_)(request);
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

class CrampedSessionTest : public SessionTest {
protected:
    /// On a device that holds one stage at a time, and none of a width of 99.
    CrampedSessionTest() {
        script_.memory_bytes = 1 << 20;
        session_ = std::make_unique<Session>(
            settings_,
            [this](const StageRequest& request) {
                ++asked_;
                if (script_.alive > 0 || request.grid.width == 99 || broken_)
                    throw InputError("--grid", grid_text(request.grid),
                                     "needs 12 bytes, there are 5");
                return fake_stages(script_)(request);
            },
            "");
    }

    int asked_ = 0;
    bool broken_ = false;
};

TEST_F(CrampedSessionTest, AGridThatFitsOnlyAloneTakesThePlaceOfTheOldOne) {
    apply(command::RunSteps{4});
    frames(10);
    const Snapshot& snapshot = apply(command::SetGrid{{40, 20}});
    EXPECT_FALSE(snapshot.notice);
    EXPECT_EQ(snapshot.settings.grid, (GridSize{40, 20}));
    EXPECT_EQ(snapshot.step, 0);
    apply(command::RunSteps{3});
    frames(10);
    EXPECT_EQ(session().snapshot().step, 3);
}

TEST_F(CrampedSessionTest, ARefusedGridGivesTheOldOneBack) {
    apply(command::SetKernel{"two_step"});
    apply(command::RunSteps{4});
    frames(10);
    apply(command::Paint{{5, 5, 6, 6, 3, 1}});
    const double simulated = session().snapshot().simulated_seconds;
    EXPECT_NE(refusal_of(command::SetGrid{{99, 9}}).find("12 bytes"), std::string::npos);
    EXPECT_EQ(asked_, 4);  // the first stage, beside it, alone, the first one again
    const Snapshot& snapshot = session().snapshot();
    EXPECT_EQ(snapshot.step, 4);
    EXPECT_EQ(snapshot.simulated_seconds, simulated);
    EXPECT_FALSE(snapshot.can_undo);
    ASSERT_TRUE(snapshot.notice);
    EXPECT_NE(snapshot.notice->title.find("undone"), std::string::npos);
    apply(command::RunSteps{2});
    frames(10);
    EXPECT_EQ(session().snapshot().step, 6);
    EXPECT_EQ(session().snapshot().shown_step, 6);
}

TEST_F(CrampedSessionTest, ARunGoesOnOverARefusedGrid) {
    apply(command::Play{});
    frames(10);
    const std::int64_t step = session().snapshot().step;
    refusal_of(command::SetGrid{{99, 9}});
    frames(10);
    EXPECT_TRUE(session().snapshot().running);
    EXPECT_GE(session().snapshot().step, step + 8);
}

TEST_F(CrampedSessionTest, WhatTheDeviceCannotHoldAtAllCostsNothing) {
    apply(command::Paint{{5, 5, 6, 6, 3, 1}});
    EXPECT_NE(refusal_of(command::SetGrid{{1024, 1024}}), "");
    EXPECT_EQ(asked_, 2);
    EXPECT_TRUE(session().snapshot().can_undo);
}

TEST_F(CrampedSessionTest, AStageThatCannotBeMadeAgainIsAnError) {
    broken_ = true;
    EXPECT_THROW(apply(command::SetGrid{{40, 20}}), std::runtime_error);
}

TEST(SessionGrid, TheFieldThatComesBackIsTheSameToTheBit) {
    Settings settings = small_settings();
    settings.init.name = "random";
    settings.walls = Walls{1, 2, 3, 4};
    settings.steps = 7;
    int asked = 0;
    const StageFactory factory = [&](const StageRequest& request) {
        ++asked;
        if (asked == 2 || asked == 3)
            throw InputError("--grid", grid_text(request.grid), "needs more than there is");
        return hidden_stage_factory({BackendKind::cpu, 0, ""})(request);
    };
    Session session(settings, factory, "");
    session.finish();
    const Field before = session.simulation().read_back();
    session.apply(command::SetGrid{{70, 50}});
    EXPECT_EQ(asked, 4);
    EXPECT_EQ(session.simulation().step(), 7);
    EXPECT_FALSE(first_difference(session.simulation().read_back(), before));
    // It goes on as it would have.
    session.apply(command::RunSteps{5});
    session.finish();
    const Field expected = advance_cell_by_cell(before, StepRatio::from(settings.r), 5);
    EXPECT_FALSE(first_difference(session.simulation().read_back(), expected));
}

}  // namespace
}  // namespace heatlab
