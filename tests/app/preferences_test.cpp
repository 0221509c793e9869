#include "app/preferences.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace heatlab {
namespace {

namespace fs = std::filesystem;

class PreferencesTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ =
            fs::path(testing::TempDir()) / (std::string("heatlab-preferences-") + test->name());
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        file_ = folder_ / "preferences.json";
    }
    void TearDown() override { fs::remove_all(folder_); }

    void write(const std::string& text) const { std::ofstream(file_) << text; }
    nlohmann::json read() const {
        std::ifstream stream(file_);
        return nlohmann::json::parse(stream);
    }

    fs::path folder_;
    fs::path file_;
};

TEST_F(PreferencesTest, AMissingFileIsNoProblem) {
    const LoadedPreferences loaded = load_preferences(file_);
    EXPECT_EQ(loaded.preferences, Preferences{});
    EXPECT_TRUE(loaded.problems.empty());
}

TEST_F(PreferencesTest, SavesAndLoadsAll) {
    Preferences p;
    p.theme = ui::ThemeKind::light;
    p.user_scale = 1.5;
    p.reduced_motion = true;
    p.flash_guard = FlashGuardMode::every_step;
    p.laboratory = {false, true, false};
    p.window_width = 1700;
    p.window_height = 900;
    p.front_tab = "Kernels";
    p.layouts = {{"wide", "[Window][Field]\nPos=0,0\n"}, {"compact", "ü \"quoted\""}};
    fs::remove_all(folder_);  // folders are made
    EXPECT_FALSE(save_preferences(file_, p));
    const LoadedPreferences loaded = load_preferences(file_);
    EXPECT_EQ(loaded.preferences, p);
    EXPECT_TRUE(loaded.problems.empty());
    // Nothing but the file is left behind.
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(PreferencesTest, ABrokenFileIsSetAside) {
    for (const char* text : {"{", "", "[1]", "null", "\xff\xfe", "{\"theme\": \"dark\"} x"}) {
        write(text);
        const LoadedPreferences loaded = load_preferences(file_);
        EXPECT_EQ(loaded.preferences, Preferences{});
        ASSERT_EQ(loaded.problems.size(), 1u) << text;
        EXPECT_NE(loaded.problems[0].find(".broken-"), std::string::npos) << loaded.problems[0];
        EXPECT_FALSE(fs::exists(file_));
    }
    for (int n = 1; n <= 6; ++n)  // none was overwritten
        EXPECT_TRUE(fs::exists(file_.string() + ".broken-" + std::to_string(n)));
    EXPECT_FALSE(save_preferences(file_, {}));
    EXPECT_TRUE(load_preferences(file_).problems.empty());
}

TEST_F(PreferencesTest, WrongMembersAreNamedAndTheRestIsKept) {
    write(R"({"theme": "blue", "scale": 7, "reduced_motion": "yes", "flash_guard": 3,
              "window_width": -1, "window_height": 800, "front_tab": 5, "layouts": {"wide": 4,
              "compact": "kept"}, "added_later": {"a": 1}})");
    const LoadedPreferences loaded = load_preferences(file_);
    EXPECT_EQ(loaded.problems.size(), 7u);
    const std::string& theme = loaded.problems.front();
    for (const char* part : {"theme", "blue", "dark"})
        EXPECT_NE(theme.find(part), std::string::npos) << theme;
    Preferences expected;
    expected.window_height = 800;
    expected.layouts = {{"compact", "kept"}};
    EXPECT_EQ(loaded.preferences, expected);
    EXPECT_TRUE(fs::exists(file_));
}

TEST_F(PreferencesTest, NumbersOutOfRangeAreRefused) {
    for (const char* text : {R"({"scale": 0.5})", R"({"scale": 2.01})", R"({"scale": "1"})",
                             R"({"window_width": 1e300})", R"({"window_width": 12.5})"}) {
        write(text);
        EXPECT_EQ(load_preferences(file_).problems.size(), 1u) << text;
    }
}

TEST_F(PreferencesTest, MembersOfLaterVersionsSurvive) {
    write(R"({"added_later": {"a": 1}, "theme": "dark"})");
    Preferences p = load_preferences(file_).preferences;
    p.theme = ui::ThemeKind::light;
    EXPECT_FALSE(save_preferences(file_, p));
    EXPECT_EQ(read()["added_later"]["a"], 1);
    EXPECT_EQ(read()["theme"], "light");
}

TEST_F(PreferencesTest, WhatCannotBeReadOrWrittenIsSaid) {
    fs::create_directories(file_);  // a folder in its place
    const LoadedPreferences loaded = load_preferences(file_);
    EXPECT_EQ(loaded.problems.size(), 1u);
    const auto problem = save_preferences(file_, {});
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->find("preferences.json"), std::string::npos) << *problem;
    // A folder that cannot be made: its parent is a file.
    std::ofstream(folder_ / "plain") << "x";
    EXPECT_TRUE(save_preferences(folder_ / "plain" / "preferences.json", {}));
}

TEST_F(PreferencesTest, FollowsTheConfigurationFolder) {
    const char* variable = std::getenv("XDG_CONFIG_HOME");
    const std::string before = variable != nullptr ? variable : "";
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
    EXPECT_EQ(preferences_path(), folder_ / "heatlab" / "preferences.json");
    setenv("XDG_CONFIG_HOME", "relative", 1);  // not allowed by the XDG rules: ignored
    const char* home = std::getenv("HOME");
    if (home != nullptr && fs::path(home).is_absolute()) {
        EXPECT_EQ(preferences_path(), fs::path(home) / ".config" / "heatlab" / "preferences.json");
    }
    variable != nullptr ? setenv("XDG_CONFIG_HOME", before.c_str(), 1)
                        : unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace heatlab
