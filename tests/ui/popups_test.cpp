// What is typed and chosen in popups and in the narrow window's drawer.
#include <cmath>

#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

/// Steps that run with a strong checkerboard, so that it flips its sign at each.
Settings flipping_settings(Settings settings) {
    settings.init.name = "checkerboard";
    settings.r = 0.25;
    return settings;
}

TEST_F(InterfaceTest, FlashGuardIsGivenUpKnowinglyAndTakenBack) {
    start(flipping_settings(small_settings()));
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Run");
        engine.Yield(10);
        ASSERT_TRUE(snapshot().guard_active);
        engine.ItemClick("//Field/Flash guard");
        engine.ItemClick("//$FOCUSED/Draw every step");
        engine.Yield(5);
        EXPECT_EQ(snapshot().settings.flash_guard, FlashGuardMode::every_step);
        EXPECT_FALSE(snapshot().guard_active);
        bool odd = false;
        bool even = false;
        for (int i = 0; i < 8; ++i) {
            engine.Yield();
            (snapshot().shown_step % 2 != 0 ? odd : even) = true;
        }
        EXPECT_TRUE(odd && even) << "every step is drawn";
        // The pill stays, and leads back.
        engine.ItemClick("//Field/Flash guard");
        engine.ItemClick("//$FOCUSED/Draw even steps only");
        engine.Yield(5);
        EXPECT_EQ(snapshot().settings.flash_guard, FlashGuardMode::even_steps);
        EXPECT_TRUE(snapshot().guard_active);
    });
}

TEST_F(InterfaceTest, BrushTakesRadiusAndValues) {
    Settings settings = small_settings();
    settings.init.name = "hot-pixel";
    start(settings);
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/##Brush");
        type(engine, "//$FOCUSED/##Brush radius", "5.5");
        type(engine, "//$FOCUSED/##Brush heat", "0.75");
        type(engine, "//$FOCUSED/##Brush cold", "-0.25");
        EXPECT_EQ(snapshot().settings.brush.radius, 5.5);
        EXPECT_EQ(snapshot().settings.brush.heat, 0.75);
        EXPECT_EQ(snapshot().settings.brush.cool, -0.25);
        type(engine, "//$FOCUSED/##Brush radius", "0");
        EXPECT_EQ(snapshot().settings.brush.radius, 5.5);
        ASSERT_TRUE(snapshot().notice.has_value());
        EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
        engine.PopupCloseAll();
        engine.MouseMoveToPos(screen_of(engine, {8, 40}));
        engine.MouseClick();
        engine.MouseMoveToPos(screen_of(engine, {24, 12}));
        engine.MouseClick(ImGuiMouseButton_Right);
        engine.Yield(3);
    });
    const Field now = field();
    EXPECT_EQ(now.at(8, 40), 0.75f);
    EXPECT_EQ(now.at(8, 42), 0.75f) << "half of the radius is all heat";
    EXPECT_GT(now.at(8, 44), 0.0f);
    EXPECT_EQ(now.at(8, 47), 0.0f);
    EXPECT_EQ(now.at(24, 12), -0.25f);
}

TEST_F(InterfaceTest, TypedTimeStepAndDiffusivityMoveTheRatio) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        // r = alpha dt / h^2 with alpha = 1e-4 m^2/s and h = 1 mm: 2 ms give 0.2.
        ASSERT_NEAR(snapshot().settings.time_step(), 2e-3, 1e-9);
        type(engine, "//Physics/##time step dt", "1");
        EXPECT_NEAR(snapshot().settings.r, 0.1, 1e-7);
        type(engine, "//Physics/##diffusivity", "3e-4");
        EXPECT_NEAR(snapshot().settings.diffusivity, 3e-4, 1e-12);
        EXPECT_NEAR(snapshot().settings.time_step(), 1e-3, 1e-9);
        EXPECT_NEAR(snapshot().settings.r, 0.3, 1e-7);
        for (const char* text : {"0", "-1", "inf"}) {
            type(engine, "//Physics/##diffusivity", text);
            EXPECT_NEAR(snapshot().settings.diffusivity, 3e-4, 1e-12) << text;
            ASSERT_TRUE(snapshot().notice.has_value()) << text;
            EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
        }
    });
}

TEST_F(InterfaceTest, WhatIsNoRatioIsRefused) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        for (const char* text : {"nan", "inf", "-0.1", "1.5", "1e-12", "3/2"}) {
            type(engine, "//Physics/##r", text);
            ASSERT_TRUE(snapshot().notice.has_value()) << text;
            EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused) << text;
            EXPECT_NEAR(snapshot().settings.r, 0.2, 1e-7) << text;
            while (snapshot().notice) {
                engine.ItemClick("//Field/**/Close");
                engine.Yield(2);
            }
        }
        type(engine, "//Physics/##r", "1");
        EXPECT_EQ(snapshot().settings.r, 1.0);
        type(engine, "//Physics/##r", "0");
        EXPECT_EQ(snapshot().settings.r, 0.0);
    });
}

TEST_F(InterfaceTest, InitialFieldsTakeTheirParameters) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Physics/**/Random");
        engine.ItemClick("//Physics/start from/###parameters");
        type(engine, "//$FOCUSED/##seed", "7");
        EXPECT_EQ(snapshot().settings.init.seed, 7u);
        type(engine, "//$FOCUSED/##amplitude", "2.5");
        EXPECT_EQ(snapshot().settings.init.amplitude, 2.5);
        for (const char* text : {"1.5", "-1", "nan", "1e300"}) {
            type(engine, "//$FOCUSED/##seed", text);
            EXPECT_EQ(snapshot().settings.init.seed, 7u) << text;
        }
        engine.PopupCloseAll();
        engine.Yield(2);
        float largest = 0;
        const Field random = field();
        for (int row = 0; row < 32; ++row)
            for (int col = 0; col < 64; ++col)
                largest = std::max(largest, random.at(row, col));
        EXPECT_GT(largest, 1.0f);
        EXPECT_LE(largest, 2.5f);

        engine.ItemClick("//Physics/**/Sine mode");
        engine.ItemClick("//Physics/start from/###parameters");
        type(engine, "//$FOCUSED/##amplitude", "1");
        type(engine, "//$FOCUSED/##mode p", "3");
        type(engine, "//$FOCUSED/##mode q", "2");
        EXPECT_EQ(snapshot().settings.init.mode_p, 3);
        EXPECT_EQ(snapshot().settings.init.mode_q, 2);
        type(engine, "//$FOCUSED/##mode q", "2.5");
        EXPECT_EQ(snapshot().settings.init.mode_q, 2);
        EXPECT_FALSE(snapshot().notice.has_value());
        type(engine, "//$FOCUSED/##mode q", "1e12");
        EXPECT_EQ(snapshot().settings.init.mode_q, 2);
        ASSERT_TRUE(snapshot().notice.has_value());
        EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
        engine.PopupCloseAll();
    });
    // sin(3 pi c / 63) sin(2 pi r / 31)
    const double pi = std::acos(-1.0);
    EXPECT_NEAR(field().at(8, 10), std::sin(3 * pi * 10 / 63) * std::sin(2 * pi * 8 / 31), 1e-6);
}

TEST_F(InterfaceTest, CountsAreWholeNumbers) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const std::int64_t count = snapshot().settings.step_count;
        for (const char* text : {"2.5", "nan", "1e300"}) {
            type(engine, "//Field/##n steps", text);
            EXPECT_EQ(snapshot().settings.step_count, count) << text;
        }
        EXPECT_FALSE(snapshot().notice.has_value());
        type(engine, "//Field/##n steps", "0");
        EXPECT_EQ(snapshot().settings.step_count, count);
        EXPECT_TRUE(snapshot().notice.has_value());
        engine.ItemClick("//Physics/grid");
        type(engine, "//$FOCUSED/##grid width", "20.5");
        EXPECT_EQ(snapshot().settings.grid, (GridSize{64, 32}));
        type(engine, "//$FOCUSED/##grid width", "1e12");
        EXPECT_EQ(snapshot().settings.grid, (GridSize{64, 32}));
        engine.PopupCloseAll();
    });
}

TEST_F(InterfaceTest, SettingsOfTheWindow) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//heatlab/Settings");
        engine.ItemClick("//$FOCUSED/theme/Light");
        EXPECT_EQ(state().theme, ui::ThemeKind::light);
        engine.ItemClick("//$FOCUSED/theme/Dark");
        engine.ItemClick("//$FOCUSED/Less motion");
        EXPECT_EQ(state().theme, ui::ThemeKind::dark);
        EXPECT_FALSE(state().reduced_motion);
        engine.ItemClick("//$FOCUSED/flash guard/Every step");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.flash_guard, FlashGuardMode::every_step);
        engine.ItemClick("//$FOCUSED/pacing/Steps\\/s");
        engine.Yield(2);
        type(engine, "//$FOCUSED/##pacing value", "0.5");
        EXPECT_EQ(snapshot().settings.pacing.mode, PacingMode::steps_per_second);
        EXPECT_EQ(snapshot().settings.pacing.steps_per_second, 0.5);
        engine.ItemClick("//$FOCUSED/scale/150");
        engine.Yield(4);
        EXPECT_EQ(state().scale, 1.5f);
        // A click elsewhere closes it for good; the gear opens it again.
        engine.MouseMoveToPos({400, 12});
        engine.MouseClick();
        engine.Yield(3);
        EXPECT_FALSE(state().settings_open);
        EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
        engine.ItemClick("//heatlab/Settings");
        engine.Yield(2);
        EXPECT_TRUE(state().settings_open);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(3);
        EXPECT_FALSE(state().settings_open);
    });
}

TEST_F(InterfaceTest, DrawerOfANarrowWindowHoldsThePanels) {
    start(small_settings(), {.width = 1100, .height = 700});
    drive([this](ImGuiTestContext& engine) {
        EXPECT_FALSE(engine.ItemExists("//Panels/Kernels"));
        engine.KeyPress(ImGuiKey_P);
        engine.Yield(3);
        ASSERT_TRUE(state().drawer_open);
        type(engine, "//Panels/**/##r", "0.125");
        EXPECT_EQ(snapshot().settings.r, 0.125);
        engine.ItemClick("//Panels/Kernels");
        engine.Yield(2);
        engine.ItemClick("//Panels/**/global");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.kernel, "global");
        engine.ItemClick("//Panels/Timings");
        engine.Yield(2);
        EXPECT_EQ(host().interface().front_tab(), "Timings");
        // A stroke belongs to where it began: not under the drawer.
        const Field before = field();
        engine.MouseMoveToPos(engine.ItemInfo("//Panels/Timings").RectFull.GetBL() +
                              ImVec2(40, 300));
        engine.MouseClick();
        engine.Yield(2);
        EXPECT_TRUE(same_bits(before, field()));
        engine.ItemClick("//Panels/Close");
        engine.Yield(3);
        EXPECT_FALSE(state().drawer_open);
        EXPECT_FALSE(engine.ItemExists("//Panels/Kernels"));
    });
}

class AnyGridTest : public InterfaceTest, public ::testing::WithParamInterface<GridSize> {};

TEST_P(AnyGridTest, IsSeenReadPaintedAndRun) {
    Settings settings = small_settings();
    settings.grid = GetParam();
    settings.init.name = "random";
    start(settings, {.width = 1280, .height = 720});
    const GridSize grid = GetParam();
    const Cell last{grid.height - 1, grid.width - 1};
    drive([this, last](ImGuiTestContext& engine) {
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_GE(picture.GetWidth(), 1);
        EXPECT_GE(picture.GetHeight(), 1);
        EXPECT_FALSE(snapshot().notice.has_value());
        engine.MouseMoveToPos(picture.Max - ImVec2(0.5f, 0.5f));
        engine.Yield(4);
        ASSERT_TRUE(snapshot().probe.has_value());
        const Cell cell = snapshot().probe->cell;
        EXPECT_GE(cell.row, last.row - 2);
        EXPECT_GE(cell.col, last.col - 2);
        const bool ring =
            cell.row == 0 || cell.col == 0 || cell.row == last.row || cell.col == last.col;
        EXPECT_EQ(snapshot().probe_next.has_value(), !ring);
        engine.MouseClick();
        engine.KeyPress(ImGuiKey_S, 3);
        engine.Yield(4);
        EXPECT_EQ(snapshot().step, 3);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        engine.MouseWheelY(3);
        engine.Yield(3);
        EXPECT_FALSE(snapshot().settings.view.fit);
        engine.KeyPress(ImGuiKey_F);
        engine.Yield(3);
        EXPECT_EQ(engine.ItemInfo("//Field/Field").RectFull.GetSize(), picture.GetSize());
    });
}

INSTANTIATE_TEST_SUITE_P(Shapes, AnyGridTest,
                         ::testing::Values(GridSize{1, 1}, GridSize{2, 2}, GridSize{1, 64},
                                           GridSize{8, 1024}, GridSize{1024, 8}, GridSize{3, 3}),
                         [](const auto& grid) {
                             return std::to_string(grid.param.width) + "by" +
                                    std::to_string(grid.param.height);
                         });

}  // namespace
}  // namespace heatlab
