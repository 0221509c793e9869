// Where Compare's sheets and panels lie, at every size of the window.
#include "app/ui/compare/agreement_panel.h"
#include "app/ui/compare/race_panel.h"
#include "tests/ui/comparison_fixture.h"

namespace heatlab {
namespace {

TEST_F(ComparisonTest, StatementsLieOnTheirPictures) {
    open({"two_step", "wavefront"});
    snapshot.comparison.views[2].difference->cells = 12;
    snapshot.comparison.views[2].difference->where = DifferingCell{{3, 4}, 0.25f, 0.2500001f};
    drive([](ImGuiTestContext& engine) {
        for (const std::string view : {"//View A", "//View B", "//View C"}) {
            const ImRect picture = engine.ItemInfo((view + "/Field").c_str()).RectFull;
            const ImRect pill = engine.ItemInfo((view + "/Statement").c_str()).RectFull;
            EXPECT_TRUE(picture.Contains(pill)) << view;
        }
        EXPECT_TRUE(engine.ItemExists("//Difference/Statement")) << "B is exactly A";
    });
    snapshot.settings.comparison.difference = 2;
    drive([](ImGuiTestContext& engine) {
        EXPECT_FALSE(engine.ItemExists("//Difference/Statement")) << "C is not";
    });
}

TEST_F(ComparisonTest, EveryItemLiesInItsWindowAtEverySize) {
    struct Form {
        int width;
        int height;
        float scale;
    };
    for (const Form form :
         {Form{1920, 1080, 1}, Form{1280, 720, 1}, Form{2560, 1440, 2}, Form{1100, 700, 1}}) {
        for (std::size_t others = 1; others <= 3; ++others) {
            const std::vector<std::string> all{"two_step", "wavefront", "global"};
            open({all.begin(), all.begin() + static_cast<std::ptrdiff_t>(others)});
            width = static_cast<int>(static_cast<float>(form.width));
            height = form.height;
            state.scale = form.scale;
            drive([&](ImGuiTestContext& engine) {
                engine.Yield(3);
                width = static_cast<int>(static_cast<float>(form.width) / form.scale);
                const std::vector<const char*> names = windows();
                width = form.width;
                for (const char* name : names) {
                    ImGuiWindow* window = find_window(name);
                    ASSERT_NE(window, nullptr) << name << " at " << form.width;
                    EXPECT_EQ(window->ScrollMax.y, 0) << name << " at " << form.width;
                    ImGuiTestItemList items;
                    engine.GatherItems(&items, window->ID);
                    EXPECT_GT(items.GetSize(), 0) << name;
                    const ImRect inside = window->Rect();
                    for (const ImGuiTestItemInfo& item : items) {
                        if (item.Window != window)
                            continue;
                        EXPECT_TRUE(inside.Contains(item.RectFull))
                            << name << "/" << item.DebugLabel << " at " << form.width << " with "
                            << others;
                    }
                }
            });
        }
    }
}

TEST_F(ComparisonTest, PanelsHaveRoomForFourViewsInACompactWindow) {
    open({"two_step", "wavefront", "global"});
    // The sheet of a compact window of 1280 x 720, without its tabs and margins.
    const ImRect area(0, 0, 324, 500);
    float race = 0;
    float agreement = 0;
    float plotless = 0;
    also = [&] {
        ui::PanelContext panel = context();
        ui::Readings readings;
        readings.views = snapshot.comparison.views;
        const ui::PanelContext with_views{panel.look,      panel.snapshot,    readings,
                                          panel.colormaps, panel.width_class, panel.state,
                                          panel.commands};
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({400, 700});
        ImGui::Begin("measured");
        race = ui::draw_race(with_views, area);
        plotless = ui::draw_race(with_views, {0, 0, 324, 1});
        agreement = ui::draw_agreement(with_views, area);
        ImGui::End();
    };
    frames(3);
    EXPECT_GT(plotless, 250) << "four bars and two sentences";
    EXPECT_LE(plotless, area.GetHeight());
    EXPECT_LE(race, area.GetHeight());
    EXPECT_GT(agreement, 150);
    EXPECT_LE(agreement, area.GetHeight());
}

TEST_F(ComparisonTest, NarrowWindowsHaveTheirPanelsInTheDrawer) {
    open({"two_step"});
    width = 1100;
    height = 700;
    drive([this](ImGuiTestContext& engine) {
        EXPECT_EQ(find_window("Race"), nullptr);
        engine.KeyPress(ImGuiKey_P);
        engine.Yield(4);
        ASSERT_TRUE(state.drawer_open);
        EXPECT_TRUE(engine.ItemExists("//Panels/Agreement"));
        EXPECT_FALSE(engine.ItemExists("//Panels/Physics"));
        engine.ItemClick("//Panels/**/Pace/Race");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetComparison>().has_value());
        EXPECT_TRUE(last<command::SetComparison>()->setting.racing);
        engine.ItemClick("//Panels/Agreement");
        engine.Yield(2);
        EXPECT_TRUE(engine.ItemExists("//Panels/**/Step ratio"));
    });
}

TEST_F(ComparisonTest, ABannerPushesTheViewsDown) {
    open({"two_step"});
    drive([this](ImGuiTestContext& engine) {
        const float before = find_window("View A")->Pos.y;
        Notice notice;
        notice.id = 5;
        notice.kind = Notice::Kind::refused;
        notice.title = "Nothing changed";
        notice.text = "The kernel keeps fixed walls only.";
        snapshot.notice = notice;
        engine.Yield(30);
        EXPECT_GT(find_window("View A")->Pos.y, before + 30);
        EXPECT_EQ(find_window("Race")->Pos.y, find_window("View A")->Pos.y);
    });
}

}  // namespace
}  // namespace heatlab
