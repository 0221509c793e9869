// `heatlab lesson` as a shell sees it: output, files, exit codes.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class LessonProgram : public ProgramTest {
protected:
    static constexpr const char* good = HEATLAB_TEST_DATA "/checkerboard.md";

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
};

TEST_F(LessonProgram, ListsWhatThereIs) {
    const Ran words = run("lesson list");
    ASSERT_EQ(words.exit_code, 0) << words.err;
    const Ran result = run("lesson list --json -");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const json lessons = json::parse(result.out);
    ASSERT_GE(lessons.size(), 9u);
    for (const json& lesson : lessons) {
        EXPECT_GE(lesson["steps"].size(), 3u);
        EXPECT_NE(words.out.find(lesson["title"].get<std::string>()), std::string::npos);
    }
}

TEST_F(LessonProgram, ChecksNumbersAndSaysWhatItMeasured) {
    const Ran result = run("lesson check " + std::string(good) + " --json -");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const json report = json::parse(result.out);
    ASSERT_EQ(report["claims"].size(), 5u);
    EXPECT_EQ(report["claims"][1]["claimed"], -0.04);
    EXPECT_NEAR(report["claims"][1]["measured"].get<double>(), -0.04, 1e-6);

    const std::string front = "+++\ntitle = \"A\"\nsentence = \"B\"\n+++\n## One\nIt is 0.3.\n";
    write("wrong.md", front +
                          "```step\n[state]\nr = 0.2\n[[claim]]\ntext = \"0.3\"\n"
                          "measure = \"centre_weight\"\n```\n");
    const Ran wrong = run("lesson check wrong.md");
    EXPECT_EQ(wrong.exit_code, 1);
    EXPECT_NE(wrong.out.find("WRONG step 1: 0.3, centre_weight: measured 0.2"), std::string::npos)
        << wrong.out;
}

TEST_F(LessonProgram, RefusesWithFileLineAndReason) {
    const std::string front = "+++\ntitle = \"A\"\nsentence = \"B\"\n+++\n## One\n";
    write("key.md", front + "Text\n```step\nspeed = 1\n```\n");
    write("formula.md", front + "Text $\\nothing{x}$\n");
    const auto refused = [&](const std::string& arguments, const std::string& why) {
        const Ran result = run("lesson " + arguments);
        EXPECT_EQ(result.exit_code, 2) << arguments;
        EXPECT_NE(result.err.find(why), std::string::npos) << arguments << ": " << result.err;
    };
    refused("check key.md", "key.md:8: key \"speed\" is not known");
    refused("check formula.md", "formula.md:6: formula $\\nothing{x}$");
    refused("check none", "the lessons are");
    refused("run none", "the lessons are");
    refused("run " + std::string(good) + ":9", "1 to 4");
    refused("", "subcommand");
    refused("run", "");
}

TEST_F(LessonProgram, DrawsAStepWithoutAWindow) {
    const Ran result = run("lesson run " + std::string(good) +
                           ":2 --answer --backend cpu --size 640x360 --out step.png");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, (folder_ / "step.png").string() + "\n");
    EXPECT_EQ(file("step.png").substr(1, 3), "PNG");
    const Ran large = run("lesson run " + std::string(good) +
                          ":2 --presenter --backend cpu --size 640x360 --out lecture.png");
    ASSERT_EQ(large.exit_code, 0) << large.err;
    EXPECT_NE(file("lecture.png"), file("step.png"));
}

// A pipe gives its text to one reader alone.
TEST_F(LessonProgram, ReadsALessonOnce) {
    const Ran result = shell("mkfifo pipe.md && { cat '" + std::string(good) +
                             "' > pipe.md & } && env -u DISPLAY -u WAYLAND_DISPLAY timeout 60 '" +
                             HEATLAB_PROGRAM +
                             "' lesson run pipe.md:2 --backend cpu --size 320x200 --out step.png "
                             "2>err");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(file("step.png").substr(1, 3), "PNG");
}

}  // namespace
}  // namespace heatlab
