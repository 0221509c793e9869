// The keyboard, key by key.
#include <string>
#include <utility>
#include <vector>

#include "app/ui/keys.h"
#include "app/ui/panels/help.h"
#include "tests/ui/interface_fixture.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

TEST_F(InterfaceTest, KeysOfTheRun) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_S);
        engine.Yield(2);
        EXPECT_EQ(snapshot().step, 1);
        engine.KeyPress(ImGuiKey_Period);
        engine.Yield(2);
        EXPECT_EQ(snapshot().step, 2);
        engine.KeyPress(ImGuiKey_N);
        engine.Yield(120);
        EXPECT_EQ(snapshot().step, 102);
        EXPECT_FALSE(snapshot().running);
        engine.KeyPress(ImGuiKey_Space);
        engine.Yield(3);
        EXPECT_TRUE(snapshot().running);
        engine.KeyPress(ImGuiKey_Space);
        engine.Yield(3);
        EXPECT_FALSE(snapshot().running);
        engine.KeyPress(ImGuiKey_R);
        engine.Yield(2);
        EXPECT_EQ(snapshot().step, 0);
    });
}

TEST_F(InterfaceTest, KeysOfTheRatio) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_LeftBracket);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.1, 1e-7);
        engine.KeyPress(ImGuiKey_RightBracket);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.2, 1e-7);
        engine.KeyPress(ImGuiKey_RightArrow);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.201, 1e-7);
        engine.KeyPress(ImGuiMod_Shift | ImGuiKey_LeftArrow);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.r, 0.2009, 1e-7);
    });
}

TEST_F(InterfaceTest, KeysOfTheWindow) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_T);
        engine.Yield(2);
        EXPECT_EQ(state().theme, ui::ThemeKind::light);
        engine.KeyPress(ImGuiKey_F1);
        engine.Yield(2);
        EXPECT_TRUE(state().help_open);
        engine.KeyPress(ImGuiKey_F1);
        engine.Yield(2);
        EXPECT_FALSE(state().help_open);
        engine.KeyPress(ImGuiKey_F11);
        engine.Yield(2);
        EXPECT_TRUE(state().toggle_full_screen);
        engine.ItemClick("//Field/1:1");
        engine.Yield(2);
        EXPECT_FALSE(snapshot().settings.view.fit);
        engine.KeyPress(ImGuiKey_F);
        engine.Yield(2);
        EXPECT_TRUE(snapshot().settings.view.fit);
        EXPECT_FALSE(state().quit_requested);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Q);
        engine.Yield(2);
        EXPECT_TRUE(state().quit_requested);
    });
}

TEST_F(InterfaceTest, ChordBetweenTwoSlowFramesIsNotLost) {
    start(small_settings());
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_LeftCtrl, true);
    io.AddKeyEvent(ImGuiKey_Q, true);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    io.AddKeyEvent(ImGuiKey_LeftCtrl, false);
    io.AddKeyEvent(ImGuiKey_Q, false);
    frames(3);
    EXPECT_TRUE(state().quit_requested);
    EXPECT_FALSE(io.KeyCtrl);
    EXPECT_FALSE(ImGui::IsKeyDown(ImGuiKey_Q));
}

TEST_F(InterfaceTest, KeysAreTextWhileANumberIsTyped) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Physics/##r");
        engine.KeyPress(ImGuiKey_Space);
        engine.KeyPress(ImGuiKey_S);
        engine.KeyPress(ImGuiKey_Escape);
        engine.Yield(2);
        EXPECT_EQ(snapshot().step, 0);
        EXPECT_FALSE(snapshot().running);
    });
}

// A column of the help card is as wide as its longest meaning, in the smallest window too.
TEST_F(PanelTest, KeysAreExplainedWithinTheirColumn) {
    std::vector<std::pair<std::string, float>> widths;
    also = [&] {
        const ui::PanelContext panel = context();
        for (const ui::KeyBinding& key : ui::key_bindings())
            widths.emplace_back(key.meaning, text_size(panel.look, ui::Role::body, key.meaning).x);
    };
    frames(1);
    ASSERT_FALSE(widths.empty());
    for (const auto& [meaning, taken] : widths)
        EXPECT_LE(taken, ui::help_meaning_width) << meaning;
}

}  // namespace
}  // namespace heatlab
