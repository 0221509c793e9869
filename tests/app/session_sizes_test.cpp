// What the session does while kernels are timed on many sizes.

#include <chrono>
#include <thread>

#include "tests/app/session_fixture.h"

namespace heatlab {
namespace {

class SizesSession : public SessionTest {
protected:
    bool measuring() { return session().snapshot().sizes && session().snapshot().sizes->running; }
    /// Frames until nothing is measured; false after a minute.
    bool frames_until_measured() {
        for (int i = 0; i < 6000; ++i) {
            frame();
            if (!measuring())
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

    const SizeSweep short_sweep_{32, 64, 1};
    const SizeSweep long_sweep_{64, 8192, 8};
};

TEST_F(SizesSession, TheRunWaitsAndGoesOn) {
    EXPECT_EQ(session().snapshot().sizes, nullptr);
    apply(command::Play{});
    frames(3);
    ASSERT_TRUE(session().snapshot().running);
    apply(command::StartSizeSweep{short_sweep_});
    EXPECT_FALSE(session().snapshot().running);
    EXPECT_TRUE(measuring());
    ASSERT_TRUE(frames_until_measured());
    EXPECT_EQ(session().snapshot().sizes->measured, session().snapshot().sizes->total);
    frame();
    EXPECT_TRUE(session().snapshot().running);
    EXPECT_EQ(session().snapshot().settings.grid, settings_.grid);
}

TEST_F(SizesSession, WhatStoodStillStaysPaused) {
    apply(command::StartSizeSweep{short_sweep_});
    ASSERT_TRUE(frames_until_measured());
    frames(3);
    EXPECT_FALSE(session().snapshot().running);
}

TEST_F(SizesSession, PlayWaitsUntilItIsOver) {
    apply(command::StartSizeSweep{long_sweep_});
    const Snapshot& asked = apply(command::RunSteps{5});
    EXPECT_FALSE(asked.running);
    ASSERT_TRUE(asked.notice);
    EXPECT_EQ(asked.notice->title, "The run waits");
    EXPECT_EQ(asked.notice->action_label, "Stop timing");
    session().apply(asked.notice->action);
    ASSERT_TRUE(frames_until_measured());
    EXPECT_TRUE(session().snapshot().sizes->cancelled);
    frame();
    EXPECT_TRUE(session().snapshot().running);
    EXPECT_TRUE(session().snapshot().steps_left.has_value());
}

TEST_F(SizesSession, AResetOrAPauseTakesTheWishBack) {
    for (const Command& end : {Command(command::Reset{}), Command(command::Pause{})}) {
        apply(command::Play{});
        frame();
        apply(command::StartSizeSweep{long_sweep_});
        apply(end);
        apply(command::CancelSizeSweep{});
        ASSERT_TRUE(frames_until_measured());
        frames(3);
        EXPECT_FALSE(session().snapshot().running);
    }
}

TEST_F(SizesSession, WhatIsNoSweepIsRefused) {
    const std::string text = refusal_of(command::StartSizeSweep{{64, 32, 1}});
    EXPECT_NE(text.find("The sizes are not measured"), std::string::npos) << text;
    EXPECT_EQ(session().snapshot().sizes, nullptr);
}

}  // namespace
}  // namespace heatlab
