#include "app/amplitude_bound.h"

#include <gtest/gtest.h>

#include <limits>

#include "sim/stability.h"

namespace heatlab {
namespace {

const StepRatio grows = StepRatio::from(0.5);  // |1 - 2| + 2 = 3 a step
const StepRatio calm = StepRatio::from(0.2);

AmplitudeBound known(double max_abs) {
    AmplitudeBound bound;
    bound.submitted(0, grows, true);
    bound.reported(Amplitude{max_abs});
    return bound;
}

TEST(AmplitudeBound, KnowsNothingAtFirst) {
    AmplitudeBound bound;
    EXPECT_FALSE(bound.certain_steps(calm, true));
    bound.submitted(0, calm, true);
    EXPECT_FALSE(bound.known());
    bound.reported(Amplitude{1.0});
    EXPECT_TRUE(bound.known());
}

TEST(AmplitudeBound, IsThatOfTheStatisticsWhenNothingIsInFlight) {
    EXPECT_EQ(known(1).certain_steps(grows, true), certainly_finite_steps(grows, 1));
    EXPECT_EQ(known(1).certain_steps(calm, true), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(known(1e38).certain_steps(grows, true), 0);
}

TEST(AmplitudeBound, CountsWhatIsInFlight) {
    AmplitudeBound bound = known(1);
    const std::int64_t all = *bound.certain_steps(grows, true);
    bound.submitted(10, grows, true);
    EXPECT_LE(*bound.certain_steps(grows, true), all - 10);
    EXPECT_GE(*bound.certain_steps(grows, true), all - 11);
    bound.submitted(5, calm, true);  // does not grow
    EXPECT_GE(*bound.certain_steps(grows, true), all - 11);
    bound.reported(Amplitude{1.0});  // it had not grown after all
    EXPECT_EQ(*bound.certain_steps(grows, true), all);
}

// A float64 field beyond what float32 holds is read as float32's largest number: what is known of
// it is what it can have grown to.
TEST(AmplitudeBound, CountsOnWhereStatisticsTellNoMore) {
    constexpr CellType float64 = CellType::float64;
    AmplitudeBound bound = known(1e30);
    const std::int64_t before = *bound.certain_steps(grows, true, float64);
    bound.submitted(100, grows, true);
    bound.reported(Amplitude{3.4e38, true});
    EXPECT_NEAR(static_cast<double>(*bound.certain_steps(grows, true, float64)),
                static_cast<double>(before - 100), 1);
    bound.reported(std::nullopt);  // of nothing
    bound.submitted(0, calm, true);
    bound.reported(Amplitude{2.0});  // it has come down
    EXPECT_EQ(bound.certain_steps(grows, true, float64), certainly_finite_steps(grows, 2, float64));

    AmplitudeBound loaded;  // nobody knows how large it is
    loaded.submitted(0, grows, true);
    loaded.reported(Amplitude{3.4e38, true});
    EXPECT_EQ(loaded.certain_steps(grows, true, float64), 0);
}

TEST(AmplitudeBound, CopiesDoNotGrow) {
    AmplitudeBound bound = known(1);
    bound.submitted(1000, grows, false);
    EXPECT_EQ(*bound.certain_steps(grows, true), certainly_finite_steps(grows, 1));
    EXPECT_EQ(*bound.certain_steps(grows, false), std::numeric_limits<std::int64_t>::max());
}

TEST(AmplitudeBound, PaintCountsFromWhenItWasPainted) {
    AmplitudeBound bound = known(1);
    bound.submitted(1, calm, true);
    bound.injected(-1e30);
    bound.reported(Amplitude{1.0});  // of the batch before the paint
    EXPECT_EQ(*bound.certain_steps(grows, true), certainly_finite_steps(grows, 1e30));
    bound.submitted(1, calm, true);
    bound.reported(Amplitude{2.0});  // of the batch after it: it is in there
    EXPECT_EQ(*bound.certain_steps(grows, true), certainly_finite_steps(grows, 2));
}

TEST(AmplitudeBound, ReportsOfAFieldThatIsGoneTellNothing) {
    AmplitudeBound bound = known(1);
    bound.submitted(1, calm, true);
    bound.forget();
    bound.submitted(0, calm, true);
    bound.reported(Amplitude{1.0});
    EXPECT_FALSE(bound.known());
    bound.reported(Amplitude{3.0});
    EXPECT_EQ(*bound.certain_steps(grows, true), certainly_finite_steps(grows, 3));
}

}  // namespace
}  // namespace heatlab
