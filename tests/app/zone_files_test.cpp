// HotSpot's text files among the ghost zones: loaded, refused, dropped on the window, saved.

#include "app/zones/zone_files.h"

#include <fstream>

#include "app/opened_file.h"
#include "app/state_options.h"
#include "sim/ghost/reference.h"
#include "tests/app/zones_fixture.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

class ZoneFilesTest : public ZonesSession {
protected:
    ZoneFilesTest() {
        setting_.application = "hotspot";
        setting_.grid = GridSize{4, 3};
    }

    fs::path write(const std::string& name, const std::vector<float>& values) const {
        std::ofstream file(folder_.file(name));
        for (const float value : values)
            file << value << "\n";
        return folder_.file(name);
    }
    fs::path write_text(const std::string& name, const std::string& text) const {
        std::ofstream(folder_.file(name)) << text;
        return folder_.file(name);
    }
    static std::vector<float> ramp(int count, float first) {
        std::vector<float> values;
        for (int i = 0; i < count; ++i)
            values.push_back(first + static_cast<float>(i));
        return values;
    }
    const Snapshot& load(std::size_t role, const fs::path& file) {
        return apply(command::LoadZoneFile{role, file});
    }
    bool shows(std::size_t picture, const std::vector<float>& values) {
        return until([&] {
            const auto& scene = zones().scene;
            return scene && scene->pictures.size() == 2 &&
                   scene->pictures[picture].picture->texels == values;
        });
    }
    const ZoneSetting& room() { return session().snapshot().settings.zones; }

    test::TemporaryFolder folder_;
};

TEST_F(ZoneFilesTest, ATemperatureAndAPowerTakeThePlaceOfItsOwn) {
    ASSERT_TRUE(opened());
    const std::vector<float> heat = ramp(12, 300);
    const std::vector<float> power = ramp(12, 1);
    load(0, write("temp", heat));
    EXPECT_TRUE(shows(0, heat));
    load(1, write("power", power));
    EXPECT_TRUE(shows(1, power));
    EXPECT_TRUE(shows(0, heat)) << "the other file stays";
    EXPECT_EQ(session().snapshot().notice->kind, Notice::Kind::done);

    // Both advance together: what comes of them, by the reference.
    ghost::Problem problem = ghost::make_problem(ghost::find_application("hotspot"), {4, 3});
    problem.start = heat;
    problem.source = power;
    apply(command::RunSteps{5});
    ASSERT_TRUE(until([&] { return zones().scene->step == 5; }));
    EXPECT_TRUE(shows(0, std::get<std::vector<float>>(ghost::reference_after(problem, 5))));
    apply(command::Reset{});
    EXPECT_TRUE(shows(0, heat));

    load(0, {});
    EXPECT_TRUE(shows(0, std::vector<float>(12, 323)));
    EXPECT_TRUE(room().files.start.empty());
    EXPECT_TRUE(shows(1, power));
}

TEST_F(ZoneFilesTest, AMeasurementTakesThem) {
    ASSERT_TRUE(opened());
    const std::vector<float> heat = ramp(12, 300);
    load(0, write("temp", heat));
    ASSERT_TRUE(shows(0, heat));
    {
        const std::lock_guard lock(mutex_);
        loaded_.clear();
    }
    apply(command::MeasureZones{});
    ASSERT_TRUE(until([&] { return zones().measured(); }));
    EXPECT_FALSE(zones().row.has_mismatch());
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(loaded_, std::vector<ghost::Cells>{heat});
}

TEST_F(ZoneFilesTest, AFileOfASquareGridBringsIt) {
    ASSERT_TRUE(opened());
    load(1, write("power", ramp(12, 1)));
    load(0, write("temp", ramp(25, 300)));
    EXPECT_EQ(room().grid, (GridSize{5, 5}));
    EXPECT_TRUE(room().files.source.empty()) << "of another grid";
    EXPECT_NE(session().snapshot().notice->text.find("The power was of another grid"),
              std::string::npos)
        << session().snapshot().notice->text;
    EXPECT_TRUE(shows(0, ramp(25, 300)));
}

TEST_F(ZoneFilesTest, WhatIsWrongIsNamedAndChangesNothing) {
    ASSERT_TRUE(opened());
    load(0, write("temp", ramp(12, 300)));
    const ZoneSetting before = room();
    const auto refusal = [&](std::size_t role, const fs::path& file) -> std::string {
        load(role, file);
        const auto notice = session().snapshot().notice;
        EXPECT_TRUE(notice && notice->kind == Notice::Kind::refused) << file;
        EXPECT_EQ(room(), before) << file;
        return notice ? notice->title + ": " + notice->text : "";
    };
    const auto says = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const std::string word = refusal(1, write_text("power", "1\n2\nwarm\n"));
    EXPECT_TRUE(says(word, "The power was not taken")) << word;
    EXPECT_TRUE(says(word, folder_.file("power").string())) << word;
    EXPECT_TRUE(says(word, "line 3: \"warm\" is not a finite number")) << word;
    const std::string count = refusal(0, write("seven", ramp(7, 1)));
    EXPECT_TRUE(says(count, "has 7 numbers, and the grid of 4x3 needs 12")) << count;
    EXPECT_TRUE(says(refusal(0, folder_.file("missing")), "cannot be opened"));
    EXPECT_TRUE(says(refusal(0, folder_.path()), "is no regular file"));
    EXPECT_TRUE(says(refusal(0, write_text("empty", "")), "has 0 numbers"));
    EXPECT_TRUE(shows(0, ramp(12, 300)));
}

TEST_F(ZoneFilesTest, AFileThatIsLoadedAgainIsReadAgain) {
    ASSERT_TRUE(opened());
    load(0, write("temp", ramp(12, 300)));
    ASSERT_TRUE(shows(0, ramp(12, 300)));
    load(0, write("temp", ramp(12, 310)));
    EXPECT_TRUE(shows(0, ramp(12, 310)));
}

TEST_F(ZoneFilesTest, WhatWasReadIsThereWhenTheRoomOpensAgain) {
    ASSERT_TRUE(opened());
    load(1, write("power", ramp(12, 1)));
    ASSERT_TRUE(shows(1, ramp(12, 1)));
    ZoneSetting setting = room();
    setting.open = false;
    apply(command::SetZones{setting});
    ASSERT_FALSE(room().open);
    fs::remove(folder_.file("power"));
    setting.open = true;
    apply(command::SetZones{setting});
    EXPECT_TRUE(room().open);
    EXPECT_TRUE(shows(1, ramp(12, 1)));
    // With other files it begins anew, and what is gone is refused.
    setting.open = false;
    setting.files = {};
    apply(command::SetZones{setting});
    setting.open = true;
    setting.files.source = folder_.file("power");
    apply(command::SetZones{setting});
    EXPECT_FALSE(room().open);
    EXPECT_EQ(session().snapshot().notice->kind, Notice::Kind::refused);
}

TEST_F(ZoneFilesTest, DroppedWithTheRoomClosedOneJoinsWhatWasSetThere) {
    setting_.tile = ghost::TileShape{32, 32, 1};
    setting_.steps = 2;
    ASSERT_TRUE(opened());
    load(0, write("temp", ramp(12, 300)));
    ASSERT_TRUE(shows(0, ramp(12, 300)));
    ZoneSetting expected = room();
    ZoneSetting closed = expected;
    closed.open = false;
    apply(command::SetZones{closed});
    ASSERT_FALSE(room().open);
    take_dropped(session(), {write("power", ramp(12, 1))});
    expected.files.source = folder_.file("power");
    EXPECT_EQ(room(), expected);
    EXPECT_TRUE(shows(1, ramp(12, 1)));
    EXPECT_TRUE(shows(0, ramp(12, 300)));
}

TEST_F(ZoneFilesTest, DroppedOnTheWindowTheyGoWhereTheirNamesSay) {
    Session& window = session();  // whose room is closed
    take_dropped(window, {write("temp_5", ramp(25, 300))});
    EXPECT_TRUE(room().open);
    EXPECT_EQ(room().application, "hotspot");
    EXPECT_EQ(room().grid, (GridSize{5, 5}));
    EXPECT_EQ(room().files.start, folder_.file("temp_5"));
    ASSERT_TRUE(until([&] { return zones().scene != nullptr; }));
    EXPECT_TRUE(shows(0, ramp(25, 300)));

    // Its name says nothing: a guess, and the other way is offered.
    take_dropped(window, {write("map", ramp(25, 1))});
    EXPECT_EQ(room().files.start, folder_.file("map"));
    const std::optional<Notice> notice = window.snapshot().notice;
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->action_label, "Take it as the power");
    window.apply(notice->action);
    EXPECT_TRUE(room().files.start.empty());
    EXPECT_EQ(room().files.source, folder_.file("map"));
    EXPECT_TRUE(shows(1, ramp(25, 1)));

    take_dropped(window, {write("power_4", ramp(16, 1)), write("temp_4", ramp(16, 300))});
    EXPECT_EQ(room().files, (ZoneFiles{folder_.file("temp_4"), folder_.file("power_4")}));
    EXPECT_EQ(room().grid, (GridSize{4, 4}));
}

TEST_F(ZoneFilesTest, DroppedTogetherTheyAreRefusedWithWhatIsWrong) {
    ASSERT_TRUE(opened());
    const auto refusal = [&](const std::vector<fs::path>& files) -> std::string {
        take_dropped(session(), files);
        const std::optional<Notice> notice = session().snapshot().notice;
        EXPECT_TRUE(notice && notice->kind == Notice::Kind::refused);
        EXPECT_FALSE(room().files.any());
        return notice ? notice->title + ": " + notice->text : "";
    };
    const auto says = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const fs::path heat = write("temp_a", ramp(12, 1));
    const std::string same = refusal({heat, write("temp_b", ramp(12, 300))});
    EXPECT_TRUE(says(same,
                     "The files were not opened: temp_a and temp_b: would both be the "
                     "temperature"))
        << same;
    EXPECT_TRUE(says(same, "a file is a power where its name holds that word")) << same;
    const fs::path missing = folder_.file("power_missing");
    const std::string unreadable = refusal({heat, missing});
    EXPECT_TRUE(says(unreadable, missing.string() + ": cannot be opened")) << unreadable;
    const std::string wrong = refusal({heat, write_text("power_words", "warm")});
    EXPECT_TRUE(says(wrong, folder_.file("power_words").string() + ": is none of these")) << wrong;
    const std::string mixed = refusal({heat, write_text("a.toml", "")});
    EXPECT_TRUE(says(mixed, "temp_a and a.toml: do not go together")) << mixed;
    const std::string three = refusal({heat, heat, heat});
    EXPECT_TRUE(says(three,
                     "3 files: one file is opened at a time, or a state and its field, or "
                     "a temperature and a power"))
        << three;
}

TEST_F(ZoneFilesTest, ArePartOfAStateInAnyOrder) {
    const std::string file = write("temp", ramp(12, 300)).string();
    const auto applied = [&](const OptionTexts& texts) {
        Settings settings;
        for (const auto& [name, text] : texts)
            find_state_option(name.substr(2))->apply(settings, name, text);
        return settings;
    };
    const Settings settings =
        applied({{"--temperature", file}, {"--ghost-zones", "hotspot,4x3"}, {"--power", "p"}});
    EXPECT_EQ(settings.zones.files, (ZoneFiles{file, "p"}));
    EXPECT_EQ(applied(option_texts(settings)), settings);
    Settings placed = settings;
    place_files(placed, "/folder", [](const char*) { return true; });
    EXPECT_EQ(placed.zones.files, (ZoneFiles{file, "/folder/p"}));
    const auto given = [](const char* name) { return std::string(name) == "--power"; };
    Settings closed;
    closed.zones.files.source = "p";
    EXPECT_THROW(check_combinations(closed, given), InputError);
    Settings other;
    other.zones.open = true;
    other.zones.files.start = file;
    EXPECT_THROW(validate_zones(other.zones), InputError) << "heat2d takes none";
    const Settings refused = applied({{"--temperature", file}, {"--ghost-zones", "poisson"}});
    try {
        validate_zones(refused.zones);
        ADD_FAILURE() << "the file vanished";
    } catch (const InputError& error) {
        EXPECT_EQ(error.argument(), "--temperature");
        EXPECT_NE(std::string(error.what()).find("poisson takes no files"), std::string::npos);
    }
    Settings aside = applied({{"--temperature", file}, {"--ghost-zones", "none"}});
    EXPECT_THROW(check_combinations(
                     aside, [](const char* name) { return std::string(name) == "--temperature"; }),
                 InputError);
    check_combinations(aside, [](const char*) { return false; });
    EXPECT_FALSE(aside.zones.files.any()) << "of a state that --ghost-zones none puts aside";
}

TEST_F(ZoneFilesTest, ASessionThatBeginsWithThemReadsThem) {
    settings_.zones = setting_;
    settings_.zones.files.start = write("temp", ramp(12, 300));
    session_ = std::make_unique<Session>(settings_, fake_stages(script_), "", nullptr, std::nullopt,
                                         make_);
    ASSERT_TRUE(until([&] { return zones().scene != nullptr; }));
    EXPECT_TRUE(shows(0, ramp(12, 300)));
    settings_.zones.files.start = write_text("wrong", "cold");
    EXPECT_THROW(Session(settings_, fake_stages(script_), "", nullptr, std::nullopt, make_),
                 InputError);
}

TEST_F(ZoneFilesTest, TheScenesCellsAreHandedOverOrNot) {
    EXPECT_THROW(session().scene_cells().get(), std::runtime_error) << "the room is closed";
    ASSERT_TRUE(opened());
    apply(command::RunSteps{3});
    ASSERT_TRUE(until([&] { return zones().scene->step == 3; }));
    auto wanted = session().scene_cells();
    ASSERT_TRUE(until(
        [&] { return wanted.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    const SceneCells taken = wanted.get();
    EXPECT_EQ(taken.step, 3);
    const ghost::Problem problem = ghost::make_problem(ghost::find_application("hotspot"), {4, 3});
    EXPECT_EQ(taken.cells, ghost::reference_after(problem, 3));
    refusal_ = "no engine here";
    ZoneSetting other = setting_;
    other.grid = GridSize{5, 5};
    session().apply(command::SetZones{other});
    ASSERT_TRUE(until([&] { return !zones().problem.empty(); }));
    EXPECT_THROW(session().scene_cells().get(), std::runtime_error) << "there is no scene";
}

TEST_F(ZoneFilesTest, CellsThatWereWantedOfAnotherProblemDoNotComeOfThisOne) {
    ZoneWorker worker(make_);  // not allowed to compute yet
    worker.select(setting_, {});
    std::future<SceneCells> wanted = worker.take_cells();
    ZoneSetting other = setting_;
    other.grid = GridSize{5, 5};
    worker.select(other, {});
    worker.allow(true);
    ASSERT_EQ(wanted.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_THROW(wanted.get(), std::runtime_error);
    const ghost::Cells cells = worker.take_cells().get().cells;
    EXPECT_EQ(std::get<std::vector<float>>(cells).size(), 25u) << "of what is selected";
}

}  // namespace
}  // namespace heatlab
