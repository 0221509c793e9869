// Nothing is cut off or pushed out of its window, at every size and scale that is promised.
#include <imgui_internal.h>

#include <array>
#include <string>
#include <vector>

#include "tests/ui/interface_fixture.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

struct LayoutCase {
    int width;
    int height;
    float scale;
    const char* name;
};

class LayoutTest : public InterfaceTest, public ::testing::WithParamInterface<LayoutCase> {
protected:
    /// The window on screen whose name begins so.
    static ImGuiWindow* find_window(const std::string& name) {
        for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && std::string(window->Name).starts_with(name))
                return window;
        return nullptr;
    }
    static void check_items(ImGuiTestContext& engine, const char* window_name) {
        ImGuiWindow* window = find_window(window_name);
        ASSERT_NE(window, nullptr) << window_name;
        ImGuiTestItemList items;
        engine.GatherItems(&items, window->ID);
        EXPECT_GT(items.GetSize(), 3) << window_name;
        const ImRect inside = window->Rect();
        const ImVec2 display = ImGui::GetIO().DisplaySize;
        for (const ImGuiTestItemInfo& item : items) {
            if (item.Window != window)
                continue;
            const std::string where = std::string(window_name) + "/" + item.DebugLabel;
            EXPECT_GE(item.RectFull.Min.x, inside.Min.x) << where;
            EXPECT_GE(item.RectFull.Min.y, inside.Min.y) << where;
            EXPECT_LE(item.RectFull.Max.x, inside.Max.x) << where;
            EXPECT_LE(item.RectFull.Max.y, inside.Max.y) << where;
            EXPECT_LE(item.RectFull.Max.x, display.x) << where;
            EXPECT_LE(item.RectFull.Max.y, display.y) << where;
        }
    }
    /// Controls of one row must not lie on each other.
    static void check_apart(ImGuiTestContext& engine, const char* left, const char* right) {
        const ImRect a = engine.ItemInfo(left).RectFull;
        const ImRect b = engine.ItemInfo(right).RectFull;
        EXPECT_LE(a.Max.x, b.Min.x) << left << " and " << right;
    }
};

TEST_P(LayoutTest, EveryItemLiesInItsWindow) {
    const LayoutCase form = GetParam();
    Settings settings = small_settings();
    settings.grid = {1024, 512};
    settings.range = {RangeMode::locked, 0, 1};
    start(settings, {.width = form.width, .height = form.height, .scale = form.scale});
    drive([this, form](ImGuiTestContext& engine) {
        const bool narrow = static_cast<float>(form.width) / form.scale < 1200;
        engine.Yield(3);
        check_items(engine, "heatlab");
        check_items(engine, "Field");
        engine.SetRef(find_window("Field"));
        check_apart(engine, "Smooth", "Zoom out");
        check_apart(engine, "Reset", "##Pacing value");
        if (narrow)
            return;
        engine.WindowFocus("//Physics");
        engine.Yield(2);
        check_items(engine, "Physics");
        EXPECT_EQ(find_window("Physics")->ScrollMax.y, 0) << "a panel scrolls";
        engine.WindowFocus("//Kernels");
        engine.Yield(2);
        check_items(engine, "Kernels");
    });
}

TEST_P(LayoutTest, TheLaboratoryHasRoomForEachOfItsPages) {
    const LayoutCase form = GetParam();
    if (static_cast<float>(form.width) / form.scale < 1200)
        return;  // the drawer scrolls
    Settings settings = small_settings();
    settings.grid = {256, 256};
    settings.init.name = "sine";
    settings.r = 0.26;
    start(settings, {.width = form.width, .height = form.height, .scale = form.scale});
    drive([](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Run n steps");
        engine.Yield(40);
        for (const char* name : {"Growth", "Extremes", "Spectrum", "Timings"}) {
            engine.WindowFocus((std::string("//") + name).c_str());
            engine.Yield(2);
            const ImGuiWindow* window = find_window(name);
            ASSERT_NE(window, nullptr) << name;
            EXPECT_EQ(window->ScrollMax.y, 0) << name << " is cut off";
        }
        engine.WindowFocus("//Laboratory");
        for (const char* page : {"Equations", "Exact mode", "Sweep", "Switches"}) {
            engine.ItemClick((std::string("//Laboratory/Page/") + page).c_str());
            engine.Yield(3);
            check_items(engine, "Laboratory");
            EXPECT_EQ(find_window("Laboratory")->ScrollMax.y, 0) << page << " scrolls";
        }
    });
}

TEST_P(LayoutTest, EveryPopupLiesOnTheScreen) {
    const LayoutCase form = GetParam();
    Settings settings = small_settings();
    settings.init.name = "checkerboard";
    settings.r = 0.25;
    start(settings, {.width = form.width, .height = form.height, .scale = form.scale});
    drive([this, form](ImGuiTestContext& engine) {
        const bool narrow = static_cast<float>(form.width) / form.scale < 1200;
        engine.ItemClick(narrow ? "//Field##narrow/Run" : "//Field/Run");
        engine.Yield(10);
        std::vector<const char*> openers{"//heatlab/Settings", "//heatlab/initial field"};
        if (!narrow)
            for (const char* opener :
                 {"//Field/Colour map", "//Field/##Brush", "//Field/Flash guard", "//Physics/grid",
                  "//Physics/start from/###parameters", "//Physics/Lower edge"})
                openers.push_back(opener);
        for (const char* opener : openers) {
            engine.ItemClick(opener);
            engine.Yield(4);
            const ImGuiContext& imgui = *ImGui::GetCurrentContext();
            ASSERT_GT(imgui.OpenPopupStack.Size, 0) << opener;
            const ImGuiWindow* popup = imgui.OpenPopupStack.back().Window;
            ASSERT_NE(popup, nullptr) << opener;
            const ImVec2 display = ImGui::GetIO().DisplaySize;
            EXPECT_GE(popup->Pos.x, 0) << opener;
            EXPECT_GE(popup->Pos.y, 0) << opener;
            EXPECT_LE(popup->Rect().Max.x, display.x) << opener;
            EXPECT_LE(popup->Rect().Max.y, display.y) << opener;
            EXPECT_EQ(popup->ScrollMax.x, 0) << opener;
            if (!narrow) {
                EXPECT_EQ(popup->ScrollMax.y, 0) << opener << " scrolls";
            }
            engine.KeyPress(ImGuiKey_Escape);
            engine.PopupCloseAll();
            engine.Yield(3);
        }
    });
}

class AppBarTest : public PanelTest, public ::testing::WithParamInterface<LayoutCase> {};

TEST_P(AppBarTest, ItsPartsLieBesideEachOther) {
    width = GetParam().width;
    height = GetParam().height;
    state.scale = GetParam().scale;
    snapshot.backend.kind = BackendKind::cuda;
    snapshot.backend.device = "NVIDIA RTX PRO 6000 Blackwell Workstation Edition";
    drive([this](ImGuiTestContext& engine) {
        for (const char* start : {"square-ring-stroke", "checkerboard", "hot-square"}) {
            snapshot.settings.init.name = start;
            engine.Yield(3);
            std::vector<const char*> parts = {"//heatlab/initial field", "//heatlab/Mode/Explore",
                                              "//heatlab/Mode/Compare", "//heatlab/Mode/Lecture",
                                              "//heatlab/backend"};
            if (static_cast<float>(width) / state.scale < 1200)
                parts.push_back("//heatlab/Panels");
            for (const char* icon : {"//heatlab/Theme", "//heatlab/Lessons", "//heatlab/Help",
                                     "//heatlab/Share", "//heatlab/Settings"})
                parts.push_back(icon);
            float right = 0;
            for (const char* part : parts) {
                const ImRect rect = engine.ItemInfo(part).RectFull;
                EXPECT_GE(rect.Min.x, right) << start << ": " << part;
                EXPECT_GT(rect.GetWidth(), 10 * state.scale) << part;
                right = rect.Max.x;
            }
            EXPECT_LE(right, static_cast<float>(width));
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Sizes, AppBarTest,
                         ::testing::Values(LayoutCase{1280, 720, 1, "Compact"},
                                           LayoutCase{1920, 1080, 1, "Wide"},
                                           LayoutCase{1280, 720, 1.5f, "NarrowAt150"},
                                           LayoutCase{1280, 720, 2, "NarrowestAt200"},
                                           LayoutCase{1920, 1080, 2, "NarrowAt200"}),
                         [](const auto& form) { return std::string(form.param.name); });

INSTANTIATE_TEST_SUITE_P(Sizes, LayoutTest,
                         ::testing::Values(LayoutCase{1280, 720, 1, "Compact"},
                                           LayoutCase{1920, 1080, 1, "Wide"},
                                           LayoutCase{1920, 1080, 1.5f, "CompactAt150"},
                                           LayoutCase{3840, 2160, 2, "WideAt200"},
                                           LayoutCase{2560, 1440, 2, "CompactAt200"},
                                           LayoutCase{1920, 1080, 2, "NarrowAt200"}),
                         [](const auto& form) { return std::string(form.param.name); });

}  // namespace
}  // namespace heatlab
