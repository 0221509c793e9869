// The room "Ghost zones": which command each of its controls emits, and what it shows.

#include <algorithm>
#include <string>

#include "app/ui/widgets/grid_sides.h"
#include "app/ui/zones/zone_words.h"
#include "sim/ghost/study_grids.h"
#include "tests/ui/panel_fixture.h"

namespace heatlab {
namespace {

class ZonesTest : public PanelTest {
protected:
    ZonesTest() {
        snapshot.settings.zones.open = true;
        state_.application = &ghost::find_application("heat2d");
        state_.grid = {1024, 1024};
        state_.tile = {32, 32, 1};
        state_.tiles = {{32, 32, 1}, {64, 64, 1}};
        state_.offered = {1, 2, 3, 4, 5, 6};
        state_.calibration_seconds = 0.023;
        state_.row.application = state_.application;
        state_.row.grid = state_.grid;
        state_.row.tile = state_.tile;
        state_.row.chosen_steps = 3;
        for (const int steps : state_.offered)
            state_.row.candidates.push_back(
                {{steps,
                  {{"launch", "what an empty launch takes", 1e-6},
                   {"computing", "the busiest multiprocessor", 1e-6 * steps * steps}}},
                 0,
                 {}});
        state_.source = std::make_shared<ZoneSource>(
            ZoneSource{{state_.tile, 3}, "heat2d", "int main() {\n    return 0;\n}\n"});
        show();
    }

    void show() { snapshot.zones = std::make_shared<ZoneState>(state_); }
    void measure() {
        for (ghost::Candidate& candidate : state_.row.candidates)
            candidate.seconds = 1.1 * candidate.expected.seconds();
        show();
    }
    static void open(ImGuiTestContext& engine, const char* window) {
        engine.SetRef((std::string("//") + window).c_str());
        engine.Yield(2);
    }

    ZoneState state_;
};

TEST_F(ZonesTest, TheRoomIsEnteredAndLeft) {
    snapshot.settings.zones.open = false;
    drive([this](ImGuiTestContext& engine) {
        engine.KeyPress(ImGuiKey_G);
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_TRUE(last<command::SetZones>()->setting.open);
        snapshot.settings.zones.open = true;
        forget();
        open(engine, "heatlab");
        engine.ItemClick("Mode/Explore");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_FALSE(last<command::SetZones>()->setting.open);
        forget();
        engine.ItemClick("Mode/Compare");
        engine.Yield(2);
        EXPECT_TRUE(last<command::SetComparison>());
    });
}

TEST_F(ZonesTest, ApplicationGridAndTileAreChosen) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone controls");
        engine.ItemClick("Application");
        engine.ItemClick("//$FOCUSED/HotSpot");
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_EQ(last<command::SetZones>()->setting.application, "hotspot");
        open(engine, "Zone controls");
        engine.ItemClick("Tile");
        engine.ItemClick(("//$FOCUSED/" + ui::cells_text(ghost::TileShape{64, 64, 1}, 2)).c_str());
        EXPECT_EQ(last<command::SetZones>()->setting.tile, (ghost::TileShape{64, 64, 1}));
        open(engine, "Zone controls");
        engine.ItemClick("Zone grid");
        const std::vector<GridSize> offered =
            ghost::offered_grids(ghost::find_application("heat2d"), snapshot.backend.kind);
        engine.ItemClick(("//$FOCUSED/" + ui::sides_text(offered.front())).c_str());
        EXPECT_EQ(last<command::SetZones>()->setting.grid, offered.front());
    });
}

TEST_F(ZonesTest, AnotherGridGivesFilesAndDivisionUp) {
    snapshot.settings.zones.application = "hotspot";
    snapshot.settings.zones.files = {"temp_512", "power_512"};
    snapshot.settings.zones.time_division = 3;
    drive([this](ImGuiTestContext& engine) {
        const std::vector<GridSize> offered =
            ghost::offered_grids(ghost::find_application("hotspot"), snapshot.backend.kind);
        open(engine, "Zone controls");
        engine.ItemClick("Zone grid");
        engine.ItemClick(("//$FOCUSED/" + ui::sides_text(offered.back())).c_str());
        ASSERT_TRUE(last<command::SetZones>());
        const ZoneSetting chosen = last<command::SetZones>()->setting;
        EXPECT_EQ(chosen.grid, offered.back());
        EXPECT_FALSE(chosen.files.any());
        EXPECT_EQ(chosen.time_division, 1);
    });
}

TEST_F(ZonesTest, TheBarNamesTheApplicationAndChoosesAnother) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "heatlab");
        engine.ItemClick("Application");
        engine.ItemClick("//$FOCUSED/Poisson");
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_EQ(last<command::SetZones>()->setting.application, "poisson");
        EXPECT_EQ(engine.ItemInfo("initial field", ImGuiTestOpFlags_NoError).ID, 0u)
            << "presets are of the field";
    });
}

TEST_F(ZonesTest, FilesAreTypedAndTheCellsSaved) {
    snapshot.settings.zones.application = "hotspot";
    state_.application = &ghost::find_application("hotspot");
    state_.scene = std::make_shared<ZoneScene>();
    show();
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone scene");
        engine.ItemClick("Files");
        engine.Yield(2);
        engine.ItemClick("//$FOCUSED/##power");
        engine.KeyCharsReplaceEnter("power_512");
        engine.Yield(2);
        ASSERT_TRUE(last<command::LoadZoneFile>());
        EXPECT_EQ(last<command::LoadZoneFile>()->role, 1u);
        EXPECT_EQ(last<command::LoadZoneFile>()->file, "power_512");
        snapshot.settings.zones.files.source = "power_512";
        engine.Yield(2);
        engine.ItemClick("//$FOCUSED/Own power");
        EXPECT_EQ(last<command::LoadZoneFile>()->file, "");
        engine.ItemClick("//$FOCUSED/Save the temperature");
        engine.Yield(2);
        EXPECT_EQ(state.share_wish, ui::ShareWish::save_cells);
    });
}

TEST_F(ZonesTest, OtherApplicationsOfferToSaveAlone) {
    state_.scene = std::make_shared<ZoneScene>();
    state_.work = ZoneWork::measuring;
    show();
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone scene");
        engine.ItemClick("Files");
        engine.Yield(2);
        EXPECT_EQ(engine.ItemInfo("//$FOCUSED/##power", ImGuiTestOpFlags_NoError).ID, 0u);
        engine.ItemClick("//$FOCUSED/Save the temperature");
        engine.Yield(2);
        EXPECT_FALSE(state.share_wish) << "the scene waits while all is measured";
        state_.work = ZoneWork::nothing;
        show();
        engine.Yield(2);
        engine.ItemClick("//$FOCUSED/Save the temperature");
        engine.Yield(2);
        EXPECT_EQ(state.share_wish, ui::ShareWish::save_cells);
    });
}

TEST_F(ZonesTest, TheChartIsSavedAsFigures) {
    drive([this](ImGuiTestContext& engine) {
        for (const auto& [label, form] :
             {std::pair("Save figures as CSV", ui::ExportWish::Form::table),
              std::pair("Save figures as JSON", ui::ExportWish::Form::json),
              std::pair("Save as picture", ui::ExportWish::Form::picture)}) {
            state.export_wish.reset();
            open(engine, "Zone times");
            engine.MouseMoveToPos(engine.ItemInfo("**/Zone chart").RectFull.GetCenter());
            engine.MouseClick(1);
            engine.Yield(2);
            engine.ItemClick((std::string("//$FOCUSED/") + label).c_str());
            engine.Yield(2);
            ASSERT_TRUE(state.export_wish) << label;
            EXPECT_EQ(state.export_wish->plot, "zones");
            EXPECT_EQ(state.export_wish->form, form);
        }
    });
}

TEST_F(ZonesTest, TheSliderTakesKAndTheModelGivesItBack) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone controls");
        const ImRect slider = engine.ItemInfo("k").RectFull;
        engine.MouseMoveToPos(ImVec2(slider.Max.x - 9, slider.GetCenter().y));
        engine.MouseClick();
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_EQ(last<command::SetZones>()->setting.steps, 6);
        snapshot.settings.zones.steps = 6;
        forget();
        engine.ItemClick("Model's choice");
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_FALSE(last<command::SetZones>()->setting.steps);
    });
}

TEST_F(ZonesTest, MeasuringIsAskedForAndCancelled) {
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone controls");
        engine.ItemClick("Measure all");
        EXPECT_TRUE(last<command::MeasureZones>());
        state_.work = ZoneWork::measuring;
        state_.stage = ghost::StudyStage::timing;
        state_.done = 12;
        state_.total = 36;
        show();
        engine.Yield(2);
        EXPECT_EQ(ui::work_text(state_), "timing, 12 of 36");
        engine.ItemClick("Cancel");
        EXPECT_TRUE(last<command::CancelZones>());
    });
}

TEST_F(ZonesTest, ABarOfTheChartTakesItsK) {
    measure();
    drive([this](ImGuiTestContext& engine) {
        open(engine, "Zone times");
        const ImRect plot = engine.ItemInfo("**/Zone chart").RectFull;
        // The last of six bars.
        engine.MouseMoveToPos(ImVec2(plot.Max.x - plot.GetWidth() / 12, plot.GetCenter().y));
        engine.MouseClick();
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetZones>());
        EXPECT_EQ(last<command::SetZones>()->setting.steps, 6);
    });
}

TEST_F(ZonesTest, TheTileGoesThroughTheStepsOfALaunch) {
    drive([](ImGuiTestContext& engine) {
        open(engine, "Zone tile");
        EXPECT_NE(engine.ItemInfo("step of the launch").ID, 0u);
        engine.ItemClick("Play launch");
        engine.Yield(5);
        engine.ItemClick("Play launch");
    });
}

TEST_F(ZonesTest, EveryApplicationAndStateHasRoomInEveryWindow) {
    for (const auto& [w, h] : {std::pair(1920, 1080), std::pair(1280, 720), std::pair(1000, 640)}) {
        width = w;
        height = h;
        for (const ghost::Application& application : ghost::application_table()) {
            snapshot.settings.zones.application = application.name;
            state_.application = &application;
            state_.tile = application.dimensions == 1   ? ghost::TileShape{256, 1, 1}
                          : application.dimensions == 3 ? ghost::TileShape{16, 16, 16}
                                                        : ghost::TileShape{32, 32, 1};
            state_.grid = snapshot.settings.zones.chosen_grid();
            measure();
            frames(3);
        }
    }
    state_.problem = "the system refused the memory";
    state_.limitation = "no NVRTC library: 1 to 4 are built in";
    state_.row.candidates.clear();
    show();
    frames(3);
    snapshot.zones.reset();
    frames(3);
}

TEST_F(ZonesTest, WordsSayHowFarAReferenceIs) {
    state_.work = ZoneWork::measuring;
    state_.stage = ghost::StudyStage::reference;
    EXPECT_EQ(ui::work_text(state_), "computing the reference");
    state_.done = 3;
    state_.total = 37;
    EXPECT_EQ(ui::work_text(state_), "computing the reference, 3 of 37");
    state_.work = ZoneWork::nothing;
    state_.cancelled = true;
    EXPECT_EQ(ui::work_text(state_), "cancelled before anything was timed");
    state_.stage = ghost::StudyStage::timing;
    EXPECT_EQ(ui::work_text(state_), "cancelled after 3 of 37");
}

TEST_F(ZonesTest, RedundancyIsThatOfTheCells) {
    // 32 x 32 with k = 2 computes 30^2 + 28^2 cells for 2 x 28^2.
    const double updates = 30.0 * 30 + 28.0 * 28;
    EXPECT_NEAR(ui::redundant_share({28 * 40, 28 * 40}, {{32, 32, 1}, 2}),
                1 - 2.0 * 28 * 28 / updates, 0.003);
}

}  // namespace
}  // namespace heatlab
