#include "app/value_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sim/errors.h"

namespace heatlab {
namespace {

TEST(NiceRange, StartsExactlyWhereTheFieldDoes) {
    EXPECT_EQ(nice_range(0, 1), (ValueRange{0, 1}));
    EXPECT_EQ(nice_range(0, 0.5), (ValueRange{0, 0.5}));
    EXPECT_EQ(nice_range(-1, 1), (ValueRange{-1, 1}));
    EXPECT_EQ(nice_range(0, 0), (ValueRange{0, 1}));
}

TEST(NiceRange, LandsOnOneTwoFive) {
    EXPECT_EQ(nice_range(0, 0.87), (ValueRange{0, 1}));
    EXPECT_EQ(nice_range(0.01, 0.43), (ValueRange{0, 0.5}));
    EXPECT_EQ(nice_range(0, 0.17), (ValueRange{0, 0.2}));
    EXPECT_EQ(nice_range(0, 1.2), (ValueRange{0, 2}));
    EXPECT_EQ(nice_range(0, 3e7), (ValueRange{0, 5e7}));
    EXPECT_EQ(nice_range(-0.3, 0), (ValueRange{-0.5, 0}));
    EXPECT_EQ(nice_range(-0.04, 1), (ValueRange{-0.1, 1}));
    EXPECT_EQ(nice_range(-0.37, 0.9), (ValueRange{-0.4, 1}));
    EXPECT_EQ(nice_range(0, 1.0000001), (ValueRange{0, 1}));  // float32's rounding
}

TEST(NiceRange, FarFromZeroShowsTheDifference) {
    const ValueRange range = nice_range(300, 310);
    EXPECT_EQ(range, (ValueRange{300, 310}));
    EXPECT_EQ(nice_range(-310, -300), (ValueRange{-310, -300}));
    EXPECT_EQ(nice_range(300, 300), (ValueRange{0, 500}));
}

TEST(NiceRange, StaysFiniteInFloat) {
    const float most = std::numeric_limits<float>::max();
    for (double value : {1e30, 8.5e37, 1e38, double{most}}) {
        for (const ValueRange& range :
             {nice_range(-value, value), nice_range(0, value), nice_range(-value, 0),
              nice_symmetric_range(-value, 1), nice_range(value * 0.9, value)}) {
            const float low = static_cast<float>(range.low);
            const float high = static_cast<float>(range.high);
            EXPECT_TRUE(std::isfinite(high - low)) << value;
            EXPECT_LT(low, high);
        }
    }
    for (double value : {1e-30, 1e-40, 1e-45})
        EXPECT_LT(nice_range(0, value).low, nice_range(0, value).high);
}

TEST(SymmetricRange, IsAboutZero) {
    EXPECT_EQ(nice_symmetric_range(0, 0.3), (ValueRange{-0.5, 0.5}));
    EXPECT_EQ(nice_symmetric_range(-2, 0.3), (ValueRange{-2, 2}));
    EXPECT_EQ(nice_symmetric_range(0, 0), (ValueRange{-1, 1}));
}

TEST(RangeSettings, ThatNoMapCanSpanAreRefused) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto locked = [](double low, double high) {
        validate_range({RangeMode::locked, low, high});
    };
    EXPECT_NO_THROW(locked(-1, 1));
    EXPECT_THROW(locked(1, 1), InputError);
    EXPECT_THROW(locked(2, 1), InputError);
    EXPECT_THROW(locked(nan, 1), InputError);
    EXPECT_THROW(locked(0, infinity), InputError);
    EXPECT_THROW(locked(0, 1e39), InputError);
    EXPECT_THROW(locked(1, 1 + 1e-12), InputError);  // equal in float32
}

TEST(RangeEasing, TakesTheFirstRangeAtOnceAndEasesTheNext) {
    RangeEasing range;
    const RangeSetting automatic;
    range.observe(automatic, 0, 1);
    EXPECT_EQ(range.current(), (ValueRange{0, 1}));
    range.advance(0);
    range.observe(automatic, 0, 1.7);
    EXPECT_EQ(range.target(), (ValueRange{0, 2}));
    EXPECT_EQ(range.current(), (ValueRange{0, 1}));
    range.advance(0.1);
    EXPECT_GT(range.current().high, 1.0);
    EXPECT_LT(range.current().high, 2.0);
    range.advance(0.5);
    EXPECT_GT(range.current().high, 1.9);  // 95 % of the way
    for (int i = 0; i < 30; ++i)
        range.advance(0.5 + i * 0.05);
    EXPECT_EQ(range.current(), (ValueRange{0, 2}));  // it lands
}

TEST(RangeEasing, ShrinksWithATenthToSpare) {
    RangeEasing range;
    const RangeSetting automatic;
    range.observe(automatic, 0, 1);
    range.observe(automatic, 0, 0.49);
    EXPECT_EQ(range.target(), (ValueRange{0, 1}));
    range.observe(automatic, 0, 0.45);
    EXPECT_EQ(range.target(), (ValueRange{0, 0.5}));
    range.observe(automatic, 0, 0.5);
    EXPECT_EQ(range.target(), (ValueRange{0, 0.5}));
    range.observe(automatic, 0, 0.51);
    EXPECT_EQ(range.target(), (ValueRange{0, 1}));
}

TEST(RangeEasing, DoesNotLagBehindAnExplosion) {
    RangeEasing range;
    const RangeSetting automatic;
    range.observe(automatic, -1, 1);
    double value = 1;
    for (int frame = 0; frame < 200; ++frame) {
        range.advance(frame / 60.0);
        value = std::min(value * 3, 3.4e38);
        range.observe(automatic, -value, value);
        range.advance(frame / 60.0 + 0.01);
        EXPECT_GE(range.current().span() * 4.001, range.target().span());
        EXPECT_TRUE(std::isfinite(static_cast<float>(range.current().span())));
    }
}

TEST(RangeEasing, AFieldWithoutAFiniteCellLeavesItAsItIs) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    RangeEasing range;
    range.observe({}, nan, nan);
    EXPECT_EQ(range.current(), (ValueRange{0, 1}));
    range.observe({}, 0, 2);  // the first that counts is taken at once
    EXPECT_EQ(range.current(), (ValueRange{0, 2}));
    range.observe({RangeMode::symmetric, 0, 1}, nan, nan);
    EXPECT_EQ(range.target(), (ValueRange{0, 2}));
    range.observe({RangeMode::locked, -3, 4}, nan, nan);
    EXPECT_EQ(range.current(), (ValueRange{-3, 4}));
}

TEST(RangeEasing, LockedIsTakenAtOnce) {
    RangeEasing range;
    range.observe({}, 0, 1);
    range.observe({RangeMode::locked, -3, 4}, 0, 1);
    EXPECT_EQ(range.current(), (ValueRange{-3, 4}));
    range.observe({RangeMode::locked, -3, 4}, -100, 100);
    EXPECT_EQ(range.current(), (ValueRange{-3, 4}));
}

}  // namespace
}  // namespace heatlab
