// Every control of the panels changes what it should, and nothing else.
#include <cmath>

#include "app/stability_text.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

TEST_F(InterfaceTest, SliderDragsRatioPastOneQuarter) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImRect slider = engine.ItemInfo("//Physics/Step ratio").RectFull;
        const float y = engine.ItemInfo("//Physics/Step ratio").RectFull.Min.y + 10;
        const float width = slider.GetWidth();
        engine.MouseMoveToPos({slider.Min.x + 0.2f * width, y});
        engine.MouseDown();
        engine.MouseMoveToPos({slider.Min.x + 0.5f * width, y});
        engine.MouseUp();
        engine.Yield(2);
        // The knob's travel is a little shorter than the item, so about 0.3 further.
        EXPECT_NEAR(snapshot().settings.r, 0.5, 0.03);
        EXPECT_EQ(snapshot().stability.band, StabilityBand::unstable);
    });
}

TEST_F(InterfaceTest, TypedRatioIsTakenAsItIs) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        type(engine, "//Physics/##r", "0.3");
        EXPECT_NEAR(snapshot().settings.r, 0.3, 1e-7);
        type(engine, "//Physics/##r", "1/4");
        EXPECT_EQ(snapshot().settings.r, 0.25);
    });
    EXPECT_FALSE(snapshot().notice.has_value());
}

TEST_F(InterfaceTest, ImpossibleRatioIsRefusedInABanner) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        type(engine, "//Physics/##r", "1.5");
        ASSERT_TRUE(snapshot().notice.has_value());
        EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
        EXPECT_NE((snapshot().notice->title + snapshot().notice->text).find("1.5"),
                  std::string::npos);
        EXPECT_NEAR(snapshot().settings.r, 0.2, 1e-7);
        // The banner pushes the picture down instead of covering it.
        const ImRect covered = engine.ItemInfo("//Field/**/Close").RectFull;
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_LT(covered.Max.y, picture.Min.y);
        engine.ItemClick("//Field/**/Close");
        engine.Yield(2);
        EXPECT_FALSE(snapshot().notice.has_value());
    });
}

TEST_F(InterfaceTest, WhatIsNoNumberChangesNothing) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        type(engine, "//Physics/##r", "abc");
        EXPECT_NEAR(snapshot().settings.r, 0.2, 1e-7);
    });
}

TEST_F(InterfaceTest, BadgeFollowsRatioWithinOneFrame) {
    start(small_settings());
    session().apply(command::SetStepRatio{0.26});
    EXPECT_EQ(describe_stability(snapshot()).state, BadgeState::unstable);
    session().apply(command::SetStepRatio{0.1});
    EXPECT_EQ(describe_stability(snapshot()).state, BadgeState::monotone);
}

TEST_F(InterfaceTest, KernelRowKeepsFieldAndStep) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_S, 3);
        engine.Yield(3);
        const Field before = field();
        const std::int64_t step = snapshot().step;
        ASSERT_EQ(step, 3);
        engine.ItemClick("//Kernels/global");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.kernel, "global");
        EXPECT_EQ(snapshot().step, step);
        EXPECT_TRUE(same_bits(before, field()));
    });
}

TEST_F(InterfaceTest, HalveAndDoubleTimeStep) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const double dt = snapshot().settings.time_step();
        engine.ItemClick("//Physics/Halve dt");
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.1, 1e-7);
        EXPECT_NEAR(snapshot().settings.time_step(), dt / 2, 1e-7 * dt);
        engine.ItemClick("//Physics/Double dt");
        engine.ItemClick("//Physics/Double dt");
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.4, 1e-7);
    });
}

TEST_F(InterfaceTest, CellSizeKeepsTimeStepAndMovesRatio) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const double dt = snapshot().settings.time_step();
        type(engine, "//Physics/##cell size", "2");  // mm, was 1
        EXPECT_NEAR(snapshot().settings.cell_size, 2e-3, 1e-12);
        EXPECT_NEAR(snapshot().settings.time_step(), dt, 1e-6 * dt);
        EXPECT_NEAR(snapshot().settings.r, 0.05, 1e-7);
    });
}

TEST_F(InterfaceTest, WallsAreHeldAlongTheirSides) {
    start(small_settings());
    drive([](ImGuiTestContext& engine) {
        type(engine, "//Physics/##wall top", "0.75");
        type(engine, "//Physics/##wall right", "0.5");
        type(engine, "//Physics/##wall bottom", "0.25");
        type(engine, "//Physics/##wall left", "-1");
    });
    const Field now = field();
    const GridSize size = now.size();
    for (int col = 0; col < size.width; ++col) {
        EXPECT_EQ(now.at(0, col), 0.75f);
        EXPECT_EQ(now.at(size.height - 1, col), 0.25f);
    }
    for (int row = 1; row + 1 < size.height; ++row) {
        EXPECT_EQ(now.at(row, 0), -1.0f);
        EXPECT_EQ(now.at(row, size.width - 1), 0.5f);
    }
}

TEST_F(InterfaceTest, AnyGridIsTypedAndAnImpossibleOneRefused) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Physics/grid");
        type(engine, "//$FOCUSED/##grid width", "37");
        engine.PopupCloseAll();
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.grid, (GridSize{37, 32}));
        engine.ItemClick("//Physics/grid");
        type(engine, "//$FOCUSED/##grid height", "0");
        engine.PopupCloseAll();
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.grid, (GridSize{37, 32}));
        ASSERT_TRUE(snapshot().notice.has_value());
        EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
    });
}

TEST_F(InterfaceTest, ColourMapIsChosenFromItsList) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Colour map");
        engine.ItemClick("//$FOCUSED/Viridis");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.colormap, "viridis");
    });
}

TEST_F(InterfaceTest, RangeIsLockedAsItIsAndItsBoundsTyped) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Range/Symmetric");
        engine.Yield(120);
        EXPECT_EQ(snapshot().settings.range.mode, RangeMode::symmetric);
        EXPECT_EQ(snapshot().range_low, -snapshot().range_high);
        engine.ItemClick("//Field/Range/Auto");
        engine.Yield(120);
        const double high = snapshot().range_high;
        engine.ItemClick("//Field/Range/Locked");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.range.mode, RangeMode::locked);
        EXPECT_EQ(snapshot().range_high, high);
        type(engine, "//Field/##Range high", "0.5");
        EXPECT_EQ(snapshot().settings.range.high, 0.5);
        type(engine, "//Field/##Range low", "-0.5");
        EXPECT_EQ(snapshot().settings.range.low, -0.5);
    });
}

TEST_F(InterfaceTest, TogglesOfTheFieldSheet) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const bool isotherms = snapshot().settings.isotherms;
        engine.ItemClick("//Field/Isotherms");
        engine.ItemClick("//Field/Cells");
        engine.ItemClick("//Field/Smooth");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.isotherms, !isotherms);
        EXPECT_TRUE(snapshot().settings.cell_lines);
        EXPECT_TRUE(snapshot().settings.linear_filter);
    });
}

TEST_F(InterfaceTest, TransportRunsPausesStepsAndResets) {
    start(small_settings());
    const Field initial = field();
    drive([this, &initial](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/One step");
        engine.Yield(2);
        EXPECT_EQ(snapshot().step, 1);
        EXPECT_FALSE(snapshot().running);
        type(engine, "//Field/##n steps", "25");
        EXPECT_EQ(snapshot().settings.step_count, 25);
        engine.ItemClick("//Field/Run n steps");
        engine.Yield(120);
        EXPECT_EQ(snapshot().step, 26);
        EXPECT_FALSE(snapshot().running);
        engine.ItemClick("//Field/Run");
        engine.Yield(5);
        EXPECT_TRUE(snapshot().running);
        EXPECT_GT(snapshot().step, 26);
        engine.ItemClick("//Field/Run");
        engine.Yield(3);
        EXPECT_FALSE(snapshot().running);
        engine.ItemClick("//Field/Reset");
        engine.Yield(3);
        EXPECT_EQ(snapshot().step, 0);
        EXPECT_TRUE(same_bits(initial, field()));
    });
}

TEST_F(InterfaceTest, PacingIsChosenAndTyped) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Pacing/Steps\\/frame");
        type(engine, "//Field/##Pacing value", "4");
        EXPECT_EQ(snapshot().settings.pacing.mode, PacingMode::steps_per_frame);
        EXPECT_EQ(snapshot().settings.pacing.steps_per_frame, 4);
        const std::int64_t before = snapshot().step;
        engine.ItemClick("//Field/Run");
        engine.Yield(10);
        engine.ItemClick("//Field/Run");
        engine.Yield(3);
        EXPECT_EQ((snapshot().step - before) % 4, 0);
        EXPECT_GE(snapshot().step - before, 40);
        engine.ItemClick("//Field/Pacing/Time budget");
        type(engine, "//Field/##Pacing value", "5");
        EXPECT_EQ(snapshot().settings.pacing.mode, PacingMode::time_budget);
        EXPECT_EQ(snapshot().settings.pacing.budget_ms, 5);
    });
}

TEST_F(InterfaceTest, InitialFieldsStartFromStepZero) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_S, 2);
        engine.Yield(2);
        engine.ItemClick("//Physics/**/Hot square");
        engine.Yield(3);
        EXPECT_EQ(snapshot().settings.init.name, "hot-square");
        EXPECT_EQ(snapshot().step, 0);
    });
    EXPECT_EQ(field().at(16, 32), 1.0f);
}

}  // namespace
}  // namespace heatlab
