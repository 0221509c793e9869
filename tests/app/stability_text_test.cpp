#include "app/stability_text.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

StabilityText text_for(GridSize grid, double r, bool not_finite = false) {
    return describe_stability(assess_stability(grid, Boundaries{}, StepRatio::from(r)), not_finite);
}

constexpr GridSize large{1024, 512};

TEST(StabilityText, SaysWhatWillHappen) {
    EXPECT_EQ(
        text_for({128, 64}, 0.26).sentence,
        "Each step multiplies the checkerboard by \u22121.08: it doubles every 9 steps, until "
        "the numbers overflow.");
    EXPECT_EQ(text_for(large, 0.2).sentence,
              "Each step multiplies the checkerboard by \u22120.60: it flips and halves every 1.4 "
              "steps.");
    EXPECT_NE(text_for(large, 0.25).sentence.find("neither grows nor fades"), std::string::npos);
    EXPECT_NE(text_for(large, 0.1).sentence.find("without changing its sign"), std::string::npos);
    EXPECT_NE(text_for(large, 0.6).sentence.find("more than doubles every step"),
              std::string::npos);
    EXPECT_NE(text_for(large, 0).sentence.find("r = 0"), std::string::npos);
}

TEST(StabilityText, TitlesNameTheBand) {
    EXPECT_EQ(text_for(large, 0.125).title, "Stable, smooth");
    EXPECT_EQ(text_for(large, 0.25).title, "Stable, signs flip");
    EXPECT_EQ(text_for(large, 0.251).title, "Unstable");
    EXPECT_EQ(text_for({9, 9}, 0.252).title, "Stable on this grid");
    EXPECT_EQ(text_for(large, 0.26, true).title, "Not finite");
    EXPECT_EQ(text_for({9, 9}, 0.252).state, BadgeState::overshooting);
}

TEST(StabilityText, OfASmallGridSpeaksOfFlipsOnlyWhereThereAreAny) {
    EXPECT_EQ(
        text_for({3, 3}, 0.2).sentence,
        "Each step multiplies the shortest wave by 0.20: every wave fades without changing its "
        "sign.");
}

TEST(StabilityText, FollowsTheBoundary) {
    const auto text = [](GridSize grid, BoundaryKind kind, double r) {
        return describe_stability(assess_stability(grid, Boundaries::all(kind), StepRatio::from(r)),
                                  false);
    };
    // 33 cells around: 1 / (4 cos^2(pi / 66)) = 0.25057; 32 of them: 1/4 itself.
    EXPECT_EQ(text({33, 33}, BoundaryKind::periodic, 0.2505).title, "Stable on this grid");
    EXPECT_EQ(text({33, 33}, BoundaryKind::periodic, 0.2505).metrics[1].value, "0.2506");
    EXPECT_EQ(text({32, 32}, BoundaryKind::periodic, 0.2505).title, "Unstable");
    EXPECT_EQ(text({32, 32}, BoundaryKind::periodic, 0.25).metrics[1].value, "0.250");
    EXPECT_NE(text({32, 32}, BoundaryKind::periodic, 0.25).sentence.find("neither grows nor fades"),
              std::string::npos);
    EXPECT_EQ(text({16, 16}, BoundaryKind::insulated, 0.252).title, "Stable on this grid");
    EXPECT_EQ(text({16, 16}, BoundaryKind::insulated, 0.2525).title, "Unstable");
    // A row of cells has the bound of one dimension, and stripes instead of a checkerboard.
    const StabilityText row = text({32, 1}, BoundaryKind::periodic, 0.5);
    EXPECT_EQ(
        row.sentence,
        "Each step multiplies the shortest wave by \u22121.00: it flips, and neither grows nor "
        "fades.");
    EXPECT_EQ(text({32, 1}, BoundaryKind::periodic, 0.51).title, "Unstable");
    // One cell without a wall changes as little as one that is held, for another reason.
    const StabilityText alone = text({1, 1}, BoundaryKind::insulated, 0.4);
    EXPECT_EQ(alone.title, "Stable, nothing moves");
    EXPECT_NE(alone.sentence.find("nothing flows in or out"), std::string::npos);
}

TEST(StabilityText, BetweenAQuarterAndTheBoundNothingGrows) {
    const std::string sentence = text_for({9, 9}, 0.252).sentence;
    EXPECT_NE(sentence.find("May overshoot, cannot grow"), std::string::npos) << sentence;
}

TEST(StabilityText, GridsWithoutInteriorHaveNoBound) {
    for (GridSize grid : {GridSize{1, 1}, GridSize{2, 2}, GridSize{500, 2}}) {
        const StabilityText text = text_for(grid, 0.9);
        EXPECT_EQ(text.metrics[1].value, "none");
        EXPECT_NE(text.sentence.find("no interior"), std::string::npos);
        EXPECT_EQ(text.state, BadgeState::monotone);
    }
}

TEST(StabilityText, MetricsHaveEnoughDigits) {
    const StabilityText text = text_for({128, 64}, 0.26);
    EXPECT_EQ(text.r, "r = 0.260");
    EXPECT_EQ(text.metrics[0].value, "1/4");
    EXPECT_EQ(text.metrics[1].value, "0.25010");
    EXPECT_EQ(text.metrics[2].value, "\u22120.040");
    EXPECT_EQ(text.metrics[3].value, "1.080");
    EXPECT_EQ(text_for(large, 0.2501).metrics[2].value, "\u22120.0004");
    // Every grid's bound is told from 1/4.
    for (int side : {3, 10, 100, 1000, 4096, 16384, 100'000}) {
        const std::string bound = text_for({side, side}, 0.2).metrics[1].value;
        EXPECT_GT(std::stod(bound), 0.25) << side << ": " << bound;
    }
}

TEST(StabilityText, RReadsBack) {
    EXPECT_EQ(format_step_ratio(StepRatio::from(0.2).value()), "0.200");
    EXPECT_EQ(format_step_ratio(StepRatio::from(0.25001).value()), "0.25001");
    EXPECT_EQ(format_step_ratio(1), "1.000");
    EXPECT_EQ(format_step_ratio(0), "0.000");
    for (double r : {1 / 3.0, 0.1234567, 1.5e-8, 0.99999998}) {
        const double used = StepRatio::from(r).value();
        EXPECT_EQ(StepRatio::from(std::stod(format_step_ratio(used))), StepRatio::from(r)) << r;
    }
}

TEST(StabilityText, GrowthInOneLine) {
    const auto growth = [](GridSize grid, double r) {
        return describe_growth(assess_stability(grid, Boundaries{}, StepRatio::from(r)));
    };
    EXPECT_EQ(growth({128, 64}, 0.26), "Past 1/4: the checkerboard doubles every 9 steps.");
    EXPECT_EQ(growth(large, 0.25), "");
    EXPECT_EQ(growth({5, 5}, 0.5).rfind("Past this grid's bound", 0), 0u);
    const auto briefly = [](double r) {
        return describe_growth_briefly(
            assess_stability({128, 64}, Boundaries{}, StepRatio::from(r)));
    };
    EXPECT_EQ(briefly(0.26), "Doubles every 9 steps.");
    EXPECT_EQ(briefly(0.5), "More than doubles every step.");
    EXPECT_EQ(briefly(0.25), "");
}

}  // namespace
}  // namespace heatlab
