// The copies to the host in the window: the choice, what it says, and that it fits.

#include <imgui_internal.h>

#include "app/ui/panels/host_copies.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

class HostCopiesPanel : public PanelTest {
protected:
    HostCopiesPanel() { snapshot.running = true; }

    void choose_window(int w, int h) {
        width = w;
        height = h;
    }
    void copied_every_step() {
        snapshot.settings.host_copies = {HostCopyPolicy::every_step, 10};
        snapshot.host_copies = {24.3e9, 2430.0, 51'030.0, 21.0};
    }
    static bool exists(ImGuiTestContext& engine, const char* item) {
        return engine.ItemExists(item);
    }
};

TEST_F(HostCopiesPanel, IsACardWhereThereIsRoom) {
    choose_window(1280, 720);
    drive([this](ImGuiTestContext& engine) {
        engine.WindowFocus("//Kernels");
        engine.Yield(2);
        EXPECT_FALSE(exists(engine, "//Kernels/copies"));
        engine.ItemClick("//Kernels/copy policy/Every step");
        ASSERT_TRUE(last<command::SetHostCopies>());
        EXPECT_EQ(last<command::SetHostCopies>()->setting.policy, HostCopyPolicy::every_step);
        engine.ItemClick("//Kernels/copy policy/Overlapped");
        EXPECT_EQ(last<command::SetHostCopies>()->setting.policy, HostCopyPolicy::overlapped);
        snapshot.settings.host_copies = {HostCopyPolicy::every_n, 10};
        engine.Yield(2);
        engine.ItemClick("//Kernels/##copy every");
        engine.KeyCharsReplaceEnter("25");
        engine.Yield(2);
        EXPECT_EQ(last<command::SetHostCopies>()->setting,
                  (HostCopySetting{HostCopyPolicy::every_n, 25}));
        EXPECT_EQ(ImGui::FindWindowByName("Kernels")->ScrollMax.y, 0);
    });
}

TEST_F(HostCopiesPanel, OpensFromARowWhereThereIsNone) {
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Kernels/copies");
        engine.Yield(2);
        engine.ItemClick("//$FOCUSED/copy policy/Every n");
        ASSERT_TRUE(last<command::SetHostCopies>());
        EXPECT_EQ(last<command::SetHostCopies>()->setting.policy, HostCopyPolicy::every_n);
        const ImGuiWindow* popup = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
        ASSERT_NE(popup, nullptr);
        EXPECT_EQ(popup->ScrollMax.y, 0);
        EXPECT_LE(popup->Rect().Max.x, ImGui::GetIO().DisplaySize.x);
        EXPECT_LE(popup->Rect().Max.y, ImGui::GetIO().DisplaySize.y);
        EXPECT_EQ(ImGui::FindWindowByName("Kernels")->ScrollMax.y, 0);
    });
}

TEST_F(HostCopiesPanel, AnswersNoClickOnThePolicyInForce) {
    choose_window(1280, 720);
    copied_every_step();
    drive([this](ImGuiTestContext& engine) {
        engine.WindowFocus("//Kernels");
        engine.ItemClick("//Kernels/copy policy/Every step");
        EXPECT_FALSE(last<command::SetHostCopies>());
    });
}

TEST_F(HostCopiesPanel, StandsOnTheFieldWhileCopiesAreTaken) {
    drive([this](ImGuiTestContext& engine) {
        EXPECT_FALSE(exists(engine, "//Field/Host copies"));
        copied_every_step();
        engine.Yield(30);
        EXPECT_TRUE(exists(engine, "//Field/Host copies"));
    });
}

TEST(HostCopyWords, SayTheDropAsAFactor) {
    EXPECT_EQ(ui::host_copies_drop({24e9, 2430.0, 51'030.0, 21.0}),
              "21 times fewer steps/s than without copies");
    EXPECT_EQ(ui::host_copies_drop({1e9, 1.0, 3.14, 3.14}),
              "3.1 times fewer steps/s than without copies");
    EXPECT_EQ(ui::host_copies_drop({1e9, 100.0, 101.0, 1.01}), "as many steps/s as without copies");
    EXPECT_NE(ui::host_copies_drop({1e9, 100.0, {}, {}}).find("choose Never"), std::string::npos);
    EXPECT_NE(ui::host_copies_drop({}).find("first steps"), std::string::npos);
}

TEST(HostCopyWords, NameThePolicy) {
    EXPECT_EQ(ui::host_copies_words({HostCopyPolicy::every_n, 10}), "every 10 steps");
    EXPECT_EQ(ui::host_copies_words({HostCopyPolicy::every_n, 1}), "every step");
    EXPECT_EQ(ui::host_copies_words({HostCopyPolicy::every_step, 10}), "every step");
    EXPECT_EQ(ui::host_copies_words({HostCopyPolicy::overlapped, 10}), "every step, overlapped");
}

}  // namespace
}  // namespace heatlab
