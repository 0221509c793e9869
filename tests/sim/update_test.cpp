#include "sim/update.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "sim/cpu/denormals.h"
#include "sim/step_ratio.h"

namespace heatlab {
namespace {

TEST(Update, KeepsAConstantFieldToTheBitUpToAQuarter) {
    const FlushDenormals flush;
    std::mt19937_64 random(7);
    for (int i = 0; i < 3'000'000; ++i) {
        // From 2^-102 to 2^125, either sign: below, m u can be denormal and is flushed (m is a
        // multiple of 2^-24).
        const auto exponent = 127 - 102 + random() % (125 + 102);
        const auto bits = (random() & 0x807fffffu) | (exponent << 23);
        const auto u = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const StepRatio r =
            StepRatio::from(static_cast<double>(random() % ((1 << 24) + 1)) * 0x1p-26);
        ASSERT_EQ(updated_cell(u, u, u, u, u, r.value(), r.centre_weight()), u) << r.value();
    }
}

TEST(Update, IsTheSchemeWithinAFewRoundings) {
    std::mt19937 random(11);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    for (int i = 0; i < 100'000; ++i) {
        const float n = value(random), e = value(random), s = value(random), w = value(random);
        const float u = value(random);
        const StepRatio r = StepRatio::from(0.25 * (value(random) + 1.0) / 2);
        const double exact = double{u} + r.value() * (double{n} + e + s + w - 4.0 * double{u});
        ASSERT_NEAR(updated_cell(n, e, s, w, u, r.value(), r.centre_weight()), exact, 4 * 0x1p-24);
    }
}

TEST(Update, RoundsTheProductAndTheSumOnce) {
    // r * sum = 1 + 2^-12 + 2^-24 + 2^-26 needs the fused operation: rounded first, it would lose
    // its end.
    const float sum_part = 0x1.001p0f;
    const float r = 0x1.0008p-2f;
    const float fused = updated_cell(sum_part, sum_part, sum_part, sum_part, -1.0f, r, 1.0f);
    EXPECT_EQ(double{fused}, double{static_cast<float>(double{r} * 4.0 * double{sum_part} - 1.0)});
    EXPECT_NE(fused, r * (4.0f * sum_part) - 1.0f);
}

TEST(Update, InOneDimensionKeepsAConstantFieldToTheBitUpToAHalf) {
    const FlushDenormals flush;
    std::mt19937_64 random(8);
    for (int i = 0; i < 1'000'000; ++i) {
        const auto exponent = 127 - 102 + random() % (126 + 102);
        const auto bits = (random() & 0x807fffffu) | (exponent << 23);
        const auto u = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        const float r = static_cast<float>(random() % ((1 << 24) + 1)) * 0x1p-25f;
        ASSERT_EQ(updated_line_cell(u, u, u, r, 1.0f - 2.0f * r), u) << r;
    }
}

TEST(Update, InOneDimensionIsTheSchemeRoundedAsStated) {
    std::mt19937 random(12);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    for (int i = 0; i < 100'000; ++i) {
        const float w = value(random), e = value(random), u = value(random);
        const float r = std::nearbyint((value(random) + 1.0f) * 0x1p23f) * 0x1p-25f;
        const float m = 1.0f - 2.0f * r;
        // u' = fma(r, W + E, m u): in double precision the product of two floats is exact.
        const double sum = double{w + e} * double{r};
        const float expected = static_cast<float>(sum + double{m * u});
        ASSERT_NEAR(updated_line_cell(w, e, u, r, m), expected, 0x1p-23);
        ASSERT_NEAR(updated_line_cell(w, e, u, r, m),
                    double{u} + r * (double{w} + e - 2.0 * double{u}), 4 * 0x1p-24);
    }
}

TEST(Update, InThreeDimensionsIsTheSchemeAndAddsInTheStatedOrder) {
    std::mt19937 random(13);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    for (int i = 0; i < 100'000; ++i) {
        float v[7];
        for (float& one : v)
            one = value(random);
        const float r = std::nearbyint((value(random) + 1.0f) / 12.0f * 0x1p25f) * 0x1p-25f;
        const double exact = double{v[6]} + r * (double{v[0]} + v[1] + v[2] + v[3] + v[4] + v[5] -
                                                 6.0 * double{v[6]});
        ASSERT_NEAR(updated_box_cell(v[0], v[1], v[2], v[3], v[4], v[5], v[6], r, 1.0f - 6.0f * r),
                    exact, 8 * 0x1p-24);
    }
    // ((N + E) + (W + S)) + (U + D), by what meets a tiny one first: any other pairing loses them.
    const float tiny = 0x1p-24f;
    EXPECT_EQ(updated_box_cell(0.5f, 0.5f, 0.0f, 0.0f, tiny, tiny, 0.0f, 1.0f, -5.0f),
              1.0f + 0x1p-23f);
    EXPECT_EQ(updated_box_cell(0.5f, 0.5f, tiny, tiny, 0.0f, 0.0f, 0.0f, 1.0f, -5.0f),
              1.0f + 0x1p-23f);
    EXPECT_EQ(updated_box_cell(1.0f, tiny, 0.0f, 0.0f, tiny, 0.0f, 0.0f, 1.0f, -5.0f), 1.0f);
    EXPECT_EQ(updated_box_cell(1.0f, 0.0f, tiny, 0.0f, 0.0f, tiny, 0.0f, 1.0f, -5.0f), 1.0f);
}

TEST(Update, NeighboursAreAddedInPairs) {
    // (N + E) + (W + S): the small ones meet first. Any other pairing loses them.
    const float tiny = 0x1p-24f;
    EXPECT_EQ(updated_cell(1.0f, 0.0f, tiny, tiny, 0.0f, 1.0f, -3.0f), 1.0f + 0x1p-23f);
    EXPECT_EQ(updated_cell(tiny, 1.0f, tiny, 0.0f, 0.0f, 1.0f, -3.0f), 1.0f);
}

}  // namespace
}  // namespace heatlab
