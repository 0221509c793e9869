// The room "Ghost zones" without a window: its setting in words, and what the session does.

#include <algorithm>
#include <cmath>

#include "app/state_options.h"
#include "app/zones/zone_setting.h"
#include "sim/errors.h"
#include "sim/ghost/reference.h"
#include "tests/app/zones_fixture.h"

namespace heatlab {
namespace {

TEST(ZoneSetting, ReadsBackWhatItWrites) {
    for (const char* text :
         {"heat1d", "hotspot,1000x1000", "cell,64x64x64,16x16x16,2", "pathfinder,auto,auto,8",
          "hotspot,2048x2048,auto,auto,3", "poisson,auto,32x32"}) {
        const ZoneSetting setting = parse_zones("--ghost-zones", text);
        EXPECT_TRUE(setting.open);
        EXPECT_EQ(zones_text(setting), text);
    }
    EXPECT_FALSE(parse_zones("--ghost-zones", "none").open);
    EXPECT_EQ(parse_zones("--ghost-zones", "cell").chosen_grid().dimensions, 3);
}

TEST(ZoneSetting, NamesWhatIsWrong) {
    const auto refusal = [](const char* text) -> std::string {
        try {
            parse_zones("--ghost-zones", text);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(refusal("heat4d").find("heat4d: one of "), std::string::npos) << refusal("heat4d");
    EXPECT_NE(refusal("heat2d,64x64x64").find("64x64x64"), std::string::npos);
    EXPECT_NE(refusal("heat2d,64,8x8,4").find("up to k = 3"), std::string::npos);
    EXPECT_NE(refusal("heat2d,64,2x2").find("at least 3"), std::string::npos);
    EXPECT_NE(refusal("heat2d,64,8x8,0").find("0: a whole number from 1"), std::string::npos);
    EXPECT_NE(refusal("heat2d,auto,auto,auto,2").find("no time step"), std::string::npos);
    EXPECT_NE(refusal("heat2d,1,2,3,4,5").find("APP[,GRID"), std::string::npos);
    EXPECT_NE(refusal("").find("\"\""), std::string::npos);
}

TEST(ZoneSetting, IsPartOfASharedState) {
    Settings settings;
    settings.zones = parse_zones("--ghost-zones", "hotspot,500x400,auto,3");
    const OptionTexts texts = option_texts(settings);
    const auto found = std::ranges::find(texts, "--ghost-zones", &OptionTexts::value_type::first);
    ASSERT_NE(found, texts.end());
    Settings back;
    find_state_option("ghost-zones")->apply(back, "--ghost-zones", found->second);
    EXPECT_EQ(back.zones, settings.zones);
    EXPECT_TRUE(option_texts(Settings{}).empty());
}

TEST_F(ZonesSession, CalibratesExpectsAndShows) {
    ASSERT_TRUE(opened());
    const ZoneState& state = zones();
    EXPECT_EQ(state.application->name, "heat2d");
    EXPECT_EQ(state.tile, (ghost::TileShape{16, 16, 1}));
    EXPECT_EQ(state.tiles.size(), 2u);
    EXPECT_DOUBLE_EQ(state.calibration_seconds.value(), 0.25);
    ASSERT_EQ(state.row.candidates.size(), 4u);
    // The least of (3 + 0.7 k^2)/k over 1 to 4, by hand: 3.7, 2.9, 3.1, 3.55.
    EXPECT_EQ(state.row.chosen_steps, 2);
    EXPECT_EQ(steps_in_force(state, std::nullopt), 2);
    EXPECT_EQ(steps_in_force(state, 3), 3);
    EXPECT_EQ(steps_in_force(state, 9), 4);
    EXPECT_EQ(state.source->zone.steps, 2);
    EXPECT_EQ(state.scene->step, 0);
    ASSERT_EQ(state.scene->pictures.size(), 1u);
    EXPECT_EQ(state.scene->pictures[0].picture->width, 40);
}

TEST_F(ZonesSession, MeasuresEveryStepCountAndJudgesTheChoice) {
    ASSERT_TRUE(opened());
    session().apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().measured() && zones().work == ZoneWork::nothing; }));
    const std::optional<ghost::Judgement> judged = ghost::judge(zones().row);
    ASSERT_TRUE(judged);
    EXPECT_EQ(judged->best_steps, 3);
    EXPECT_NEAR(judged->attained, (time_of(3) / 3) / (time_of(2) / 2), 1e-12);
    // It is known again where the room comes back to it.
    ZoneSetting other = setting_;
    other.tile = ghost::TileShape{32, 32, 1};
    session().apply(command::SetZones{other});
    ASSERT_TRUE(until([&] { return zones().tile.width == 32 && zones().predicted(); }));
    EXPECT_FALSE(zones().measured());
    session().apply(command::SetZones{setting_});
    EXPECT_TRUE(until([&] { return zones().tile.width == 16 && zones().measured(); }));
}

TEST_F(ZonesSession, AWrongResultIsNotTimed) {
    wrong_steps_ = 3;
    ASSERT_TRUE(opened());
    session().apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().measured(); }));
    EXPECT_FALSE(zones().row.candidate(3)->timed());
    EXPECT_FALSE(zones().row.candidate(3)->mismatch.empty());
    EXPECT_TRUE(zones().row.candidate(2)->timed());
}

TEST_F(ZonesSession, AMeasurementIsCancelled) {
    nap_ = std::chrono::milliseconds(20);
    ASSERT_TRUE(opened());
    session().apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().work == ZoneWork::measuring && zones().done > 0; }));
    session().apply(command::CancelZones{});
    ASSERT_TRUE(until([&] { return zones().work == ZoneWork::nothing; }));
    EXPECT_TRUE(zones().cancelled);
    EXPECT_LT(zones().done, zones().total);
}

TEST_F(ZonesSession, AMeasurementIsCancelledWhileItsReferenceIsComputed) {
    setting_.grid = GridSize{4000, 4000};
    ASSERT_TRUE(opened());
    session().apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().work == ZoneWork::measuring; }));
    EXPECT_EQ(zones().stage, ghost::StudyStage::reference);
    session().apply(command::CancelZones{});
    ASSERT_TRUE(until([&] { return zones().work == ZoneWork::nothing; }));
    EXPECT_TRUE(zones().cancelled);
    EXPECT_EQ(zones().stage, ghost::StudyStage::reference);
    EXPECT_LT(zones().done, ghost::verified_steps(4));
    for (const ghost::Candidate& candidate : zones().row.candidates)
        EXPECT_FALSE(candidate.timed());
}

TEST_F(ZonesSession, TheRunWaitsWhileTheRoomIsOpen) {
    apply(command::Play{});
    frames(3);
    ASSERT_TRUE(session().snapshot().running);
    ASSERT_TRUE(opened());
    EXPECT_FALSE(session().snapshot().running);
    const std::size_t before = script_.submitted.size();
    frames(20);
    EXPECT_EQ(script_.submitted.size(), before);
    ZoneSetting closed = setting_;
    closed.open = false;
    session().apply(command::SetZones{closed});
    EXPECT_TRUE(until([&] { return session().snapshot().running; }));
}

TEST_F(ZonesSession, PlayStepsAndResetAreTheScenes) {
    ASSERT_TRUE(opened());
    apply(command::RunSteps{7});
    // By twos, as k is 2, and what is left of them.
    ASSERT_TRUE(until([&] { return zones().scene->step == 7 && !zones().scene->running; }));
    EXPECT_EQ(session().snapshot().step, 0);
    const FieldPicture& shown = *zones().scene->pictures[0].picture;
    const ghost::Problem problem = ghost::make_problem(ghost::find_application("heat2d"), {40, 30});
    EXPECT_EQ(shown.texels, std::get<std::vector<float>>(ghost::reference_after(problem, 7)));
    apply(command::Reset{});
    EXPECT_TRUE(until([&] { return zones().scene->step == 0; }));
    apply(command::TogglePlay{});
    EXPECT_TRUE(until([&] { return zones().scene->step > 0 && is_running(session().snapshot()); }));
    apply(command::TogglePlay{});
    EXPECT_TRUE(until([&] { return !is_running(session().snapshot()); }));
}

TEST_F(ZonesSession, CompareAndTheRoomCloseEachOther) {
    ComparisonSetting compared;
    compared.open = true;
    compared.others = {{"global"}};
    session().apply(command::SetComparison{compared});
    ASSERT_TRUE(session().snapshot().settings.comparison.open);
    ASSERT_TRUE(opened());
    EXPECT_FALSE(session().snapshot().settings.comparison.open);
    session().apply(command::SetComparison{compared});
    EXPECT_TRUE(session().snapshot().settings.comparison.open);
    EXPECT_FALSE(session().snapshot().settings.zones.open);
}

TEST_F(ZonesSession, SaysWhatItCannotDo) {
    refusal_ = "no engine here";
    session().apply(command::SetZones{setting_});
    ASSERT_TRUE(until([&] { return !zones().problem.empty(); }));
    EXPECT_EQ(zones().problem, "no engine here");
    EXPECT_EQ(zones().work, ZoneWork::nothing);
    // Another choice is another try.
    refusal_.clear();
    setting_.grid = GridSize{20, 20};
    EXPECT_TRUE(opened());
    EXPECT_TRUE(zones().problem.empty());
    setting_.tile = ghost::TileShape{24, 24, 1};
    session().apply(command::SetZones{setting_});
    ASSERT_TRUE(until([&] { return !zones().problem.empty(); }));
    EXPECT_NE(zones().problem.find("24x24"), std::string::npos) << zones().problem;
}

TEST_F(ZonesSession, WhatIsNoZoneIsRefused) {
    setting_.grid = GridSize::line(20);
    session().apply(command::SetZones{setting_});
    const Snapshot& after = session().snapshot();
    EXPECT_FALSE(after.settings.zones.open);
    ASSERT_TRUE(after.notice);
    EXPECT_EQ(after.notice->kind, Notice::Kind::refused);
}

}  // namespace
}  // namespace heatlab
