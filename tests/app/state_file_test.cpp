// State files from elsewhere: taken whole, or refused with the key, the value and what is allowed.

#include <nlohmann/json.hpp>
#include <random>

#include "app/opened_file.h"
#include "app/settings_check.h"
#include "render/image.h"
#include "sim/errors.h"
#include "sim/io/npy.h"
#include "tests/app/fake_simulation.h"
#include "tests/app/random_state.h"
#include "tests/app/sharing_fixture.h"

namespace heatlab {
namespace {

using nlohmann::json;

class StateFileTest : public SharingTest {
protected:
    /// What is said about the text of a state file; empty: it is taken.
    std::string refusal(const std::string& text) const {
        try {
            static_cast<void>(parse_state(text, file("moment.json")));
            return "";
        } catch (const InputError& problem) {
            EXPECT_EQ(problem.argument(), "--state");
            EXPECT_NE(std::string(problem.what()).find("moment.json"), std::string::npos);
            return problem.what();
        }
    }
    static json usual() {
        return json::parse(R"({"heatlab": "0.1", "state": 1, "step": 3,
            "options": {"grid": "20x10", "r": 0.2, "isotherms": false, "kernel": "tiled"}})");
    }
    std::string refusal_with(const std::string& pointer, const json& value) const {
        json root = usual();
        root[json::json_pointer(pointer)] = value;
        return refusal(root.dump());
    }
};

TEST_F(StateFileTest, TakesTextsNumbersAndSwitches) {
    EXPECT_EQ(refusal(usual().dump()), "");
    const SharedState state = parse_state(usual().dump(), file("moment.json"));
    EXPECT_EQ(state.settings.grid, (GridSize{20, 10}));
    EXPECT_EQ(state.settings.r, 0.2);
    EXPECT_FALSE(state.settings.isotherms);
    EXPECT_EQ(state.step, 3);
    EXPECT_EQ(refusal_with("/options/seed", 9223372036854775807), "");
    EXPECT_EQ(refusal_with("/options/grid", 64), "");
    EXPECT_EQ(refusal_with("/options/isotherms", "on"), "");
    EXPECT_EQ(refusal(R"({"state": 1, "options": {}})"), "");
}

TEST_F(StateFileTest, IsRefusedWithKeyValueAndWhatIsAllowed) {
    struct Case {
        const char* pointer;
        json value;
        std::vector<const char*> words;
    };
    const std::string longest(5000, 'x');
    for (const Case& c : std::vector<Case>{
             {"/state", 2, {"\"state\"", "2", "version 1"}},
             {"/state", "1", {"\"state\"", "version 1"}},
             {"/state", 1.0, {"\"state\"", "version 1"}},
             {"/speed", 3, {"\"speed\"", "not known", "options"}},
             {"/options/speed", 3, {"\"speed\"", "3", "no option"}},
             {"/options", 7, {"\"options\"", "7", "object"}},
             {"/options", json::array(), {"\"options\"", "object"}},
             {"/options/grid", "100000000000x5", {"\"grid\"", "100000000000x5", "1073741824"}},
             {"/options/grid", "1073741824x1073741824", {"\"grid\"", "2^40"}},
             {"/options/grid", 0, {"\"grid\"", "0", "1 to"}},
             {"/options/grid", "-5x5", {"\"grid\"", "-5x5"}},
             {"/options/grid", json::array({4, 4}), {"\"grid\"", "[4,4]", "text"}},
             {"/options/grid", nullptr, {"\"grid\"", "null"}},
             {"/options/dimensions", 1, {"\"grid\"", "two sides", "--dimensions 1"}},
             {"/options/dimensions", 3, {"\"grid\"", "two sides", "--dimensions 3"}},
             {"/options/r", "nan", {"\"r\"", "nan", "number"}},
             {"/options/r", 1.5, {"\"r\"", "1.5"}},
             {"/options/r", true, {"\"r\"", "number"}},
             {"/options/range", "1,inf", {"\"range\"", "1,inf"}},
             {"/options/walls", "1,2,3", {"\"walls\"", "1,2,3", "four"}},
             {"/options/view", "1,2,0", {"\"view\"", "1,2,0", "pixels"}},
             {"/options/brush", "0,1,1", {"\"brush\"", "0,1,1", "radius"}},
             {"/options/colormap", "jet", {"\"colormap\"", "jet", "inferno"}},
             {"/options/kernel", "fast", {"\"kernel\"", "fast", "tiled"}},
             {"/options/observe", "all", {"\"observe\"", "all", "spectrum"}},
             {"/options/isotherms", "maybe", {"\"isotherms\"", "maybe", "on"}},
             {"/options/compare", "tiled,tiled,tiled,tiled", {"\"compare\"", "at most 3"}},
             {"/options/difference", "E", {"\"difference\"", "E", "B, C or D"}},
             {"/options/difference", "B", {"--difference", "--compare"}},
             {"/options/file", "", {"\"file\"", "name of a PNG"}},
             {"/options/init", longest, {"\"init\"", "xxx...", "--help"}},
             {"/options/init", "square", {"\"init\"", "square", "hot-square"}},
             {"/altered", longest, {"\"altered\"", "xxx...", "characters"}},
             {"/options/backend", "cpu", {"\"backend\"", "cpu", "not by a state"}},
             {"/options/preset", "plug", {"\"preset\"", "plug", "beside"}},
             {"/options/steps", 4, {"\"steps\"", "4", "\"step\""}},
             {"/step", -1, {"\"step\"", "-1", "0 to 10^15"}},
             {"/step", 1.5, {"\"step\"", "1.5"}},
             {"/step", 18446744073709551615ULL, {"\"step\"", "10^15"}},
             {"/step", "3", {"\"step\"", "\"3\""}},
             {"/seconds", 1, {"\"seconds\"", "field"}},
             {"/field", "../x.npy", {"\"field\"", "../x.npy", "beside"}},
             {"/field", "/etc/passwd", {"\"field\"", "/etc/passwd", "beside"}},
             {"/field", "none.npy", {"\"field\"", "none.npy", "No such file"}},
             {"/field", 3, {"\"field\"", "3"}},
             {"/preset", 3, {"\"preset\"", "3"}},
             {"/preset", "/tmp/x.toml", {"\"preset\"", "not of a file"}},
             {"/altered", 3, {"\"altered\"", "3"}},
         }) {
        const std::string said = refusal_with(c.pointer, c.value);
        for (const char* word : c.words)
            EXPECT_NE(said.find(word), std::string::npos)
                << c.pointer << ": no \"" << word << "\" in " << said;
        EXPECT_LT(said.size(), 500U) << said;
    }
}

TEST_F(StateFileTest, ThatIsNoStateIsRefused) {
    EXPECT_NE(refusal("").find("no JSON"), std::string::npos);
    EXPECT_NE(refusal("{").find("no JSON"), std::string::npos);
    EXPECT_NE(refusal("[]").find("object"), std::string::npos);
    EXPECT_NE(refusal("{}").find("\"state\" is missing"), std::string::npos);
    EXPECT_NE(refusal(R"({"state": 1})").find("\"options\" is missing"), std::string::npos);
    EXPECT_NE(refusal(R"({"state": 1, "options": {"r": 1e999}})").find("no JSON"),
              std::string::npos);
    EXPECT_NE(
        refusal(R"({"state": 1, "options": {"r": 0.1, "r": 0.2}})").find("\"r\" stands twice"),
        std::string::npos);
    EXPECT_NE(refusal(std::string(100'000, '[')).find("no JSON"), std::string::npos);
    EXPECT_LT(refusal("\"" + std::string(100'000, 'x')).size(), 500U);
    EXPECT_LT(refusal("{\"state\": 1, \"" + std::string(100'000, 'x') + "\": 1}").size(), 500U);
    EXPECT_NE(refusal("{\"state\": 1, \"options\": {\"init\": \"\xff\"}}").find("no JSON"),
              std::string::npos);
}

TEST_F(StateFileTest, OfWrongKeysAndValuesNeverDoesAnythingElse) {
    RandomStates states(7, false);
    std::mt19937 random(8);
    const std::vector<json> values = {nullptr,
                                      true,
                                      -1,
                                      0,
                                      1e308,
                                      -1e-308,
                                      "",
                                      "x",
                                      "nan",
                                      "1,2",
                                      "99999999999999999999",
                                      9223372036854775807,
                                      "1e9x1e9",
                                      json::array(),
                                      json::object(),
                                      json::array({1, "a"}),
                                      std::string(2000, 'a'),
                                      std::string("\0\n\x01", 3)};
    int refused = 0;
    int taken = 0;
    for (int i = 0; i < 1500; ++i) {
        json root =
            json::parse(state_text({states.next(), states.step(), std::nullopt, ""}, file("")));
        json& target = random() % 3 == 0 ? root : root["options"];
        const auto any = [&](json& object) {
            auto at = object.begin();
            std::advance(at, random() % object.size());
            return at;
        };
        switch (target.empty() ? 0 : random() % 3) {
            case 0:
                target["key" + std::to_string(random() % 10)] = values[random() % values.size()];
                break;
            case 1:
                target.erase(any(target));
                break;
            default:
                *any(target) = values[random() % values.size()];
        }
        std::string text = root.dump();
        if (random() % 5 == 0)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        if (random() % 10 == 0)
            text.resize(random() % text.size());
        try {
            const SharedState state = parse_state(text, file("moment.json"));
            EXPECT_NO_THROW(validate_settings(state.settings)) << text;
            ++taken;
        } catch (const InputError& problem) {
            EXPECT_NE(std::string(problem.what()).find("moment.json"), std::string::npos);
            ++refused;
        }
    }
    EXPECT_GT(refused, 500);
    EXPECT_GT(taken, 100);
}

TEST_F(StateFileTest, ThatCannotBeReadIsRefused) {
    const auto said = [&](const std::filesystem::path& path) -> std::string {
        try {
            static_cast<void>(read_state(path));
            return "taken";
        } catch (const InputError& problem) {
            return problem.what();
        }
    };
    EXPECT_NE(said(file("none.json")).find("No such file"), std::string::npos);
    EXPECT_NE(said(file("")).find("folder"), std::string::npos);
    EXPECT_NE(said("/dev/zero").find("no regular file"), std::string::npos);
    EXPECT_NE(said(write("big.json", std::string(2 << 20, ' '))).find("at most"),
              std::string::npos);
    write_png(file("plain.png"), Image{1, 1, {1, 2, 3, 255}});
    EXPECT_NE(said(file("plain.png")).find("without a state"), std::string::npos);
    // A field that does not fit its grid, or is cut short.
    write_npy(file("f.npy"), Field({4, 4}));
    json root = usual();
    root["field"] = "f.npy";
    EXPECT_NE(refusal(root.dump()).find("needs shape (10, 20)"), std::string::npos);
    root["options"]["grid"] = 4;
    EXPECT_EQ(refusal(root.dump()), "");
    for (const json& value : {json("1"), json(-0.5), json()}) {
        root["seconds"] = value;
        EXPECT_NE(refusal(root.dump()).find("\"seconds\""), std::string::npos);
    }
    std::filesystem::resize_file(file("f.npy"), 130);
    root.erase("seconds");
    EXPECT_NE(refusal(root.dump()).find("ends too early"), std::string::npos);
    root["options"]["grid"] = 1 << 20;
    EXPECT_NE(refusal(root.dump()).find("\"field\""), std::string::npos);
}

TEST_F(StateFileTest, NamesAFileBesideItSoThatBothCanMove) {
    Settings settings;
    settings.init.name = "file";
    settings.init.file = file("start.npy");
    const std::string text = state_text({settings, 0, std::nullopt, ""}, file(""));
    EXPECT_NE(text.find("\"start.npy\""), std::string::npos) << text;
    const SharedState moved = parse_state(text, "/elsewhere/moment.json");
    EXPECT_EQ(moved.settings.init.file, "/elsewhere/start.npy");
}

// ---- files dropped on the window

class DroppedTest : public StateFileTest {
protected:
    const Snapshot& drop(const std::vector<std::filesystem::path>& files) {
        take_dropped(session_, files);
        return session_.snapshot();
    }
    std::string refused(const std::vector<std::filesystem::path>& files) {
        const Settings before = session_.snapshot().settings;
        const Snapshot& after = drop(files);
        EXPECT_EQ(after.settings, before);
        if (!after.notice || after.notice->kind != Notice::Kind::refused)
            return "";
        const std::string text = after.notice->title + ": " + after.notice->text;
        session_.apply(command::DismissNotice{after.notice->id});
        return text;
    }

    FakeSimulation::Script script_;
    Session session_{small_settings(), fake_stages(script_), "", load_presets(share_folder())};
};

TEST_F(DroppedTest, AStateBringsTheSessionBack) {
    json root = usual();
    const Snapshot& after = drop({write("moment.json", root.dump())});
    EXPECT_EQ(after.settings.grid, (GridSize{20, 10}));
    EXPECT_TRUE(after.running);
    EXPECT_EQ(after.steps_left, 3);
    EXPECT_FALSE(after.notice);
    // With its field, dropped together.
    write_npy(file("moment.npy"), Field({20, 10}, 1.5F));
    root["field"] = "moment.npy";
    root["step"] = 77;
    drop({file("moment.npy"), write("moment.json", root.dump())});
    EXPECT_FALSE(session_.snapshot().running);
    EXPECT_EQ(session_.snapshot().step, 77);
}

TEST_F(DroppedTest, AnAlteredMomentWithoutItsFieldIsSaidToBeLost) {
    json root = usual();
    root["altered"] = "it was painted on";
    const Snapshot& after = drop({write("moment.json", root.dump())});
    EXPECT_EQ(after.settings.grid, (GridSize{20, 10}));
    EXPECT_EQ(after.step, 0);
    EXPECT_FALSE(after.running);
    ASSERT_TRUE(after.notice);
    EXPECT_NE(after.notice->text.find("painted"), std::string::npos);
}

TEST_F(DroppedTest, APictureWithoutAStateIsOffered) {
    write_png(file("photo.png"), Image{1, 1, {1, 2, 3, 255}});
    const Settings before = session_.snapshot().settings;
    const Snapshot& after = drop({file("photo.png")});
    EXPECT_EQ(after.settings, before);
    ASSERT_TRUE(after.notice);
    ASSERT_EQ(after.notice->action.size(), 1U);
    const CommandList action = after.notice->action;
    session_.apply(action);
    EXPECT_EQ(session_.snapshot().settings.init.file, file("photo.png"));
}

TEST_F(DroppedTest, AnArrayIsAStartOfItsShape) {
    write_npy(file("f.npy"), Field({24, 12}, 2));
    const Snapshot& after = drop({file("f.npy")});
    EXPECT_EQ(after.settings.grid, (GridSize{24, 12}));
    EXPECT_EQ(after.settings.init.name, "file");
    EXPECT_FALSE(after.settings.walls);
    EXPECT_EQ(after.step, 0);
}

TEST_F(DroppedTest, APresetIsLoaded) {
    const auto preset = share_folder() / "assets" / "presets" / "edge-of-stability.toml";
    EXPECT_EQ(drop({preset}).settings.preset, preset.string());
}

TEST_F(DroppedTest, WhatCannotBeTakenIsSaid) {
    write_npy(file("f.npy"), Field({24, 12}, 2));
    write_png(file("photo.png"), Image{1, 1, {1, 2, 3, 255}});
    EXPECT_NE(refused({file("f.npy"), file("photo.png")}).find("one file"), std::string::npos);
    EXPECT_NE(refused({file("")}).find("folder"), std::string::npos);
    EXPECT_NE(refused({file("none.png")}).find("cannot be opened"), std::string::npos);
    EXPECT_NE(refused({"/dev/null"}).find("no regular file"), std::string::npos);
    EXPECT_NE(refused({write("notes.txt", "hello")}).find(".json"), std::string::npos);
    EXPECT_NE(refused({write("empty.bin", "")}).find("none of these"), std::string::npos);
    EXPECT_NE(refused({write("x.npy", "\x93NUMPY")}).find("x.npy"), std::string::npos);
    EXPECT_NE(refused({write("x.toml", "title = 3")}).find("title"), std::string::npos);
    json root = usual();
    root["options"]["r"] = 7;
    EXPECT_NE(refused({write("moment.json", root.dump())}).find("\"r\""), std::string::npos);
    write_png(file("wrong.png"), Image{1, 1, {1, 2, 3, 255}}, {{state_keyword, root.dump()}});
    EXPECT_NE(refused({file("wrong.png")}).find("\"r\""), std::string::npos);
    root["options"]["r"] = 0.2;
    root["options"]["compare"] = "cuda:vector";
    root["options"]["mode"] = "1,1";
    write_npy(file("flat.npy"), Field({24, 12}, 2));
    std::filesystem::resize_file(file("flat.npy"), 200);
    EXPECT_NE(refused({file("flat.npy")}).find("ends too early"), std::string::npos);
}

TEST_F(DroppedTest, ATruncatedPictureIsNoState) {
    write_png(file("shot.png"), Image{1, 1, {1, 2, 3, 255}}, {{state_keyword, usual().dump()}});
    const std::string whole = content(file("shot.png"));
    for (std::size_t length = 0; length < whole.size(); length += 7) {
        const Settings before = session_.snapshot().settings;
        drop({write("cut.png", whole.substr(0, length))});
        if (length < 60) {
            EXPECT_EQ(session_.snapshot().settings, before) << length;
        }
        if (session_.snapshot().notice)
            session_.apply(command::DismissNotice{session_.snapshot().notice->id});
    }
}

}  // namespace
}  // namespace heatlab
