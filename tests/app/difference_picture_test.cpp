// How a difference of two fields is drawn: values against closed forms.

#include "app/difference_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace heatlab {
namespace {

std::shared_ptr<FieldPicture> picture_of(std::vector<float> texels) {
    auto picture = std::make_shared<FieldPicture>();
    picture->width = static_cast<int>(texels.size());
    picture->height = 1;
    picture->grid = {picture->width, 1};
    picture->cells = {0, 0, picture->width, 1};
    picture->texels = std::move(texels);
    picture->serial = 7;
    return picture;
}

TEST(DifferencePicture, LinearKeepsTheValuesAndSpansTheLargest) {
    const auto raw = picture_of({0, 0.25f, -0.5f, 1e-8f});
    const DifferencePicture drawn = draw_difference(raw, DifferenceScale::linear, 11);
    EXPECT_EQ(drawn.picture->texels, raw->texels);
    EXPECT_EQ(drawn.range, 0.5);
    EXPECT_EQ(drawn.smallest, 0);
    EXPECT_EQ(drawn.picture->serial, 11u);
}

TEST(DifferencePicture, LogarithmicHasOneUnitPerDecadeWithTheSign) {
    const DifferencePicture drawn =
        draw_difference(picture_of({0, 1e-6f, -1e-4f, 2e-3f}), DifferenceScale::logarithmic, 1);
    // 1e-6f lies a little below 1e-6: the first whole power of ten under it.
    ASSERT_GT(drawn.smallest, 0);
    const double first = std::log10(drawn.smallest);
    EXPECT_NEAR(first, std::round(first), 1e-12);
    EXPECT_LE(drawn.smallest, double{1e-6f});
    EXPECT_GT(drawn.smallest, 0.99e-7);
    const std::vector<float>& texels = drawn.picture->texels;
    EXPECT_EQ(texels[0], 0);
    EXPECT_NEAR(texels[1], 1 + std::log10(double{1e-6f} / drawn.smallest), 1e-5);
    EXPECT_NEAR(texels[2], -(1 + std::log10(double{1e-4f} / drawn.smallest)), 1e-5);
    EXPECT_NEAR(drawn.range, texels[3], 1e-5);
    EXPECT_NEAR(texels[3] - texels[1], std::log10(2000.0), 1e-5);
}

TEST(DifferencePicture, IdenticalFieldsAreExactlyZeroOnBothScales) {
    for (const DifferenceScale scale : {DifferenceScale::linear, DifferenceScale::logarithmic}) {
        const DifferencePicture drawn = draw_difference(picture_of({0, 0, 0}), scale, 1);
        EXPECT_EQ(drawn.picture->texels, (std::vector<float>{0, 0, 0}));
        EXPECT_EQ(drawn.range, 1);
        EXPECT_EQ(drawn.smallest, 0);
    }
}

TEST(DifferencePicture, WhatIsNotFiniteStaysAndWhatIsFarBelowTheLargestIsZero) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const DifferencePicture drawn =
        draw_difference(picture_of({nan, 1.0f, 1e-20f}), DifferenceScale::logarithmic, 1);
    EXPECT_TRUE(std::isnan(drawn.picture->texels[0]));
    EXPECT_EQ(drawn.picture->texels[2], 0);
    EXPECT_LE(drawn.range, most_difference_decades + 2);
}

TEST(DifferencePicture, BlocksKeepTheirFourNumbers) {
    auto raw = picture_of({0.5f, -0.25f, 0.5f, 0, -2, -2, 0, 0});
    raw->block = 4;
    raw->width = 2;
    const DifferencePicture drawn = draw_difference(raw, DifferenceScale::linear, 1);
    EXPECT_EQ(drawn.range, 2);
    EXPECT_EQ(drawn.picture->texels, raw->texels);
}

}  // namespace
}  // namespace heatlab
