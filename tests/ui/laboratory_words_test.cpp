// What the laboratory says of its figures.
#include <gtest/gtest.h>

#include <string>

#include "app/ui/laboratory_words.h"

namespace heatlab {
namespace {

TEST(LaboratoryWords, SayFactorForecastAndPlace) {
    EXPECT_EQ(ui::factor_text(1.0792), "×1.079");
    EXPECT_EQ(ui::factor_text(1.00080), "×1.000800");
    EXPECT_EQ(ui::forecast_text({55, 1262}), "overshoot in 55 steps, overflow in 1\u2009262");
    EXPECT_EQ(ui::forecast_text({{}, 1262}), "overflow in 1\u2009262 steps");
    EXPECT_EQ(ui::forecast_text({}), "");
    MaximumPrinciple principle;
    EXPECT_EQ(ui::principle_words(principle, true).full, "inside the initial range");
    EXPECT_EQ(ui::principle_words(principle, false).full, "not watched");
    principle.first_crossing = LimitCrossing{55, {1.02f, {3, 9}}};
    EXPECT_EQ(ui::principle_words(principle, true).full, "left the range at step 55");
    EXPECT_EQ(ui::principle_words(principle, true).brief, "left at step 55");
    principle.watched_since = 54;
    EXPECT_EQ(ui::principle_words(principle, true).full,
              "outside at step 55, watched since step 54");
    EXPECT_EQ(ui::principle_words(principle, true).brief, "outside at step 55");
    principle.first_crossing.reset();
    EXPECT_EQ(ui::principle_words(principle, true).full, "watched since step 54");
    EXPECT_EQ(ui::principle_words(principle, false).full, "not watched");
    EXPECT_EQ(ui::difference_text(-0.0003), "0.03\u2009% apart");
    EXPECT_EQ(ui::ratio_change_text({10, 0.2, 0.26}), "r 0.20 → 0.26");
    EXPECT_EQ(ui::ratio_change_text({10, 0.25, 0.2501}), "r 0.2500 → 0.2501");
    SpectrumPlan plan;
    plan.cells = {144, 44, 512, 512};
    EXPECT_EQ(ui::spectrum_region_text(plan, {1024, 512}),
              "512\u2009×\u2009"
              "512 window around row 300 col 400, tapered");
    plan.whole = true;
    EXPECT_EQ(ui::spectrum_region_text(plan, {1024, 512}), "whole grid");
}

TEST(LaboratoryWords, SpectrumOfARodNamesItsCells) {
    SpectrumPlan plan;
    plan.cells = {144, 0, 512, 1};
    EXPECT_EQ(ui::spectrum_region_text(plan, GridSize::line(4096)),
              "512 cells around cell 400, tapered");
    plan.whole = true;
    EXPECT_EQ(ui::spectrum_region_text(plan, GridSize::line(128)), "whole rod");
}

}  // namespace
}  // namespace heatlab
