#include "sim/step_ratio.h"

#include <cmath>
#include <limits>

#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::refusal;

TEST(StepRatio, RoundsToAMultipleOf2ToTheMinus26) {
    EXPECT_EQ(StepRatio::from(0.2).value(), 13421773.0 / 67108864.0);
    EXPECT_EQ(StepRatio::from(0.25).value(), 0.25f);
    EXPECT_EQ(StepRatio::from(0.25).centre_weight(), 0.0f);
    EXPECT_EQ(StepRatio::from(1.0).centre_weight(), -3.0f);
    EXPECT_EQ(StepRatio::from(0.0).centre_weight(), 1.0f);
    EXPECT_EQ(StepRatio::from(0x1p-26).value(), 0x1p-26f);
    EXPECT_EQ(StepRatio::from(0x1.8p-27).value(), 0x1p-26f);
}

TEST(StepRatio, NegativeZeroIsZero) {
    EXPECT_FALSE(std::signbit(StepRatio::from(-0.0).value()));
}

TEST(StepRatio, CentreWeightIsExactForEveryMultiple) {
    // 3 divides no power of 2, so all residues of the float grid are met.
    for (int k = 0; k <= 1 << 26; k += 3) {
        const StepRatio r = StepRatio::from(k * 0x1p-26);
        ASSERT_EQ(double{r.centre_weight()}, 1.0 - 4.0 * double{r.value()}) << k;
        ASSERT_LE(std::abs(r.value() - k * 0x1p-26), 0x1p-25) << k;
    }
}

TEST(StepRatio, RefusesWhatIsImpossibleInWords) {
    EXPECT_CONTAINS(refusal([] { StepRatio::from(-0.001); }), "--r -0.001: ");
    EXPECT_CONTAINS(refusal([] { StepRatio::from(1.0000001); }), "between 0 and 1");
    EXPECT_CONTAINS(refusal([] { StepRatio::from(std::nan("")); }), "--r nan: ");
    EXPECT_CONTAINS(refusal([] { StepRatio::from(INFINITY); }), "--r inf: ");
    EXPECT_CONTAINS(refusal([] { StepRatio::from(1e-9); }), "would be rounded to 0");
    EXPECT_CONTAINS(refusal([] { StepRatio::from(0x1p-27); }), "would be rounded to 0");
}

}  // namespace
}  // namespace heatlab
