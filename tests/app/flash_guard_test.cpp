#include "app/flash_guard.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

constexpr std::int64_t visible = 100'000;

FlashGuard engaged_guard() {
    FlashGuard guard;
    guard.observe(0.26, visible, visible, 0);
    return guard;
}

TEST(FlashGuard, ThresholdIsHalfOfTheContrast) {
    EXPECT_DOUBLE_EQ(alternating_threshold(1), 0.025);
    EXPECT_DOUBLE_EQ(alternating_threshold(40), 1.0);
}

TEST(FlashGuard, EngagesPastAnEighthOnly) {
    FlashGuard guard;
    guard.observe(0.125, visible, visible, 0);
    EXPECT_FALSE(guard.engaged());
    guard.observe(0.1251, visible, visible, 0);
    EXPECT_TRUE(guard.engaged());
}

TEST(FlashGuard, EngagesPastAQuarterOfARodAndATwelfthOfABlock) {
    for (const int dimensions : {1, 2, 3}) {
        const double flips = 0.25 / dimensions;  // 1 - 4 d r = 0
        FlashGuard guard;
        guard.observe(flips, visible, visible, 0, dimensions);
        EXPECT_FALSE(guard.engaged()) << dimensions;
        guard.observe(flips + 1e-4, visible, visible, 0, dimensions);
        EXPECT_TRUE(guard.engaged()) << dimensions;
    }
}

TEST(FlashGuard, EngagesAboveTheVisibleArea) {
    FlashGuard guard;
    guard.observe(0.2, 200, visible, 0);  // 0.2 %
    EXPECT_FALSE(guard.engaged());
    guard.observe(0.2, 201, visible, 0);
    EXPECT_TRUE(guard.engaged());
}

TEST(FlashGuard, ReleasesAfterHalfASecondBelowHalfTheArea) {
    FlashGuard guard = engaged_guard();
    guard.observe(0.26, 150, visible, 1);  // between half and whole: stays
    guard.observe(0.26, 150, visible, 9);
    EXPECT_TRUE(guard.engaged());
    guard.observe(0.26, 50, visible, 10);
    guard.observe(0.26, 50, visible, 10.4);
    EXPECT_TRUE(guard.engaged());
    guard.observe(0.26, 150, visible, 10.45);  // starts anew
    guard.observe(0.26, 50, visible, 10.5);
    guard.observe(0.26, 50, visible, 10.9);
    EXPECT_TRUE(guard.engaged());
    guard.observe(0.26, 50, visible, 11.0);
    EXPECT_FALSE(guard.engaged());
}

TEST(FlashGuard, FastRunsShowEvenStepsOnly) {
    FlashGuard guard = engaged_guard();
    guard.shown(0, 0);
    for (std::int64_t step = 1; step < 50; ++step)
        EXPECT_EQ(guard.may_show(step, 100.0 + static_cast<double>(step), true), step % 2 == 0);
}

TEST(FlashGuard, OtherParityWaitsAFifthOfASecond) {
    FlashGuard guard = engaged_guard();
    guard.shown(0, 0);
    guard.shown(1, 1.0);
    EXPECT_TRUE(guard.may_show(3, 1.0, false));
    EXPECT_FALSE(guard.may_show(2, 1.1, false));
    EXPECT_FALSE(guard.may_show(2, 1.199, false));
    EXPECT_TRUE(guard.may_show(2, 1.2, false));
    // Turning to even steps is such a change too.
    EXPECT_FALSE(guard.may_show(4, 1.1, true));
}

TEST(FlashGuard, LandsOnEvenSteps) {
    const FlashGuard guard = engaged_guard();
    EXPECT_EQ(guard.even_landing(0, 2), 2);
    EXPECT_EQ(guard.even_landing(1, 2), 1);
    EXPECT_EQ(guard.even_landing(1, 3), 3);
    EXPECT_EQ(guard.even_landing(0, 1), 1);  // one step cannot be shortened
    EXPECT_EQ(FlashGuard().even_landing(1, 2), 2);
}

}  // namespace
}  // namespace heatlab
