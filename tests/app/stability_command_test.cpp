// `heatlab stability` as a shell sees it: output, files, exit codes.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class StabilityProgram : public ProgramTest {
protected:
    Ran run(const std::string& arguments) const {
        return ProgramTest::run("stability --backend cpu " + arguments);
    }
    void expect_refused(const std::string& arguments, const std::string& why) const {
        const Ran result = run(arguments);
        EXPECT_EQ(result.exit_code, 2) << arguments;
        EXPECT_EQ(result.out, "") << arguments;
        EXPECT_NE(result.err.find(why), std::string::npos) << arguments << ": " << result.err;
    }
};

TEST_F(StabilityProgram, WritesTheResultAsJsonAlone) {
    const Ran result =
        run("--grid 256x256 --boundary dirichlet --r 0.26 --init hot-square --steps 2000 --json -");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const json figures = json::parse(result.out);
    // The largest angle of 254 cells between walls, and what follows from it.
    const double half = 254 * std::acos(-1.0) / 255 / 2;
    const double bound = 1 / (4 * std::sin(half) * std::sin(half));
    EXPECT_NEAR(figures.at("bound").get<double>(), bound, 1e-12);
    EXPECT_EQ(figures.at("textbook_bound"), 0.25);
    EXPECT_NEAR(figures.at("centre_weight").get<double>(), -0.04, 1e-6);
    EXPECT_NEAR(figures.at("growth_predicted").get<double>(), std::abs(1 - 2 * 0.26 / bound), 1e-6);
    EXPECT_NEAR(
        figures.at("growth_measured").get<double>() / figures.at("growth_predicted").get<double>(),
        1, 0.005);
    EXPECT_NEAR(figures.at("first_overshoot_step").get<int>(), 55, 3);
    EXPECT_NEAR(figures.at("first_non_finite_step").get<int>(), 1262, 12);
    EXPECT_EQ(figures.at("steps"), figures.at("first_non_finite_step"));
    EXPECT_EQ(figures.at("band"), "unstable");
    EXPECT_EQ(figures.at("r"), 0.26);
    EXPECT_EQ(figures.at("grid"), "256x256");
    EXPECT_EQ(figures.at("boundary"), "dirichlet");
    EXPECT_EQ(figures.at("init"), "hot-square");
    EXPECT_EQ(figures.at("backend"), "cpu");
    EXPECT_EQ(figures.at("kernel"), "tiled");
    for (const char* key : {"device", "date"})
        EXPECT_FALSE(figures.at(key).get<std::string>().empty()) << key;
    const json& bands = figures.at("bands");
    ASSERT_EQ(bands.size(), 4u);
    EXPECT_EQ(bands[0].at("name"), "monotone");
    EXPECT_EQ(bands[1].at("to"), 0.25);
    EXPECT_EQ(bands[3].at("from"), figures.at("bound"));
}

TEST_F(StabilityProgram, RunsRodsAndBlocks) {
    const Ran rod = run("--dimensions 1 --grid 200 --r 0.52 --init random --steps 300 --json -");
    ASSERT_EQ(rod.exit_code, 0) << rod.err;
    const json line = json::parse(rod.out);
    EXPECT_EQ(line.at("textbook_bound"), 0.5);
    EXPECT_NEAR(line.at("growth_measured").get<double>(), 1.08, 0.001);
    EXPECT_NEAR(line.at("growth_predicted").get<double>(), 1.08, 0.001);
    const Ran block = run("--grid 20x20x20 --r 0.18 --init random --steps 2000 --json -");
    ASSERT_EQ(block.exit_code, 0) << block.err;
    const json box = json::parse(block.out);
    // 18 updated cells an axis: angle 18 pi / 19.
    const double half = std::sin(18 * std::acos(-1.0) / 19 / 2);
    EXPECT_NEAR(box.at("growth_predicted").get<double>(), std::abs(1 - 12 * 0.18 * half * half),
                1e-6);
    EXPECT_TRUE(box.at("growth_measured").is_null());
    EXPECT_FALSE(box.at("first_non_finite_step").is_null());
}

TEST_F(StabilityProgram, SaysNullForNever) {
    const Ran result =
        run("--grid 64 --r 0.2501 --init sine --mode 62,62 --steps 300 --json -");  // bound 0.25016
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const json figures = json::parse(result.out);
    EXPECT_TRUE(figures.at("first_non_finite_step").is_null());
    EXPECT_TRUE(figures.at("first_overshoot_step").is_null());
    EXPECT_EQ(figures.at("band"), "overshooting");
    EXPECT_LT(figures.at("growth_measured").get<double>(), 1);
    EXPECT_EQ(figures.at("steps"), 300);
    const json held = json::parse(run("--grid 2x9 --steps 5 --r 0.9 --json -").out);
    for (const char* key : {"bound", "growth_predicted", "growth_measured", "first_overshoot_step"})
        EXPECT_TRUE(held.at(key).is_null()) << key;
}

TEST_F(StabilityProgram, WritesEveryStepAsCsv) {
    const Ran result =
        run("--grid 33 --boundary periodic --r 0.3 --init checkerboard --json a.json --csv t.csv");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, "");
    const json figures = json::parse(file("a.json"));
    const std::vector<std::string> rows = lines("t.csv");
    EXPECT_EQ(rows[0], "step,wave_amplitude,max_abs,min,max,energy\r");
    const int last = figures.at("first_non_finite_step").get<int>();
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(last) + 2);
    // All cells are updated and hold +-1.
    EXPECT_EQ(rows[1].substr(0, 2), "0,");
    EXPECT_EQ(rows[1].substr(rows[1].size() - 10), ",1,-1,1,1\r");
    EXPECT_EQ(rows.back(), std::to_string(last) + ",,,,,\r");
    EXPECT_EQ(figures.at("boundary"), "periodic");
    EXPECT_NEAR(
        figures.at("growth_measured").get<double>() / figures.at("growth_predicted").get<double>(),
        1, 1e-3);
}

TEST_F(StabilityProgram, SweepsOverR) {
    const Ran result = run(
        "--grid 64 --init checkerboard --r 0.20:0.30:0.02 --steps 400 --json s.json --csv s.csv");
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const json figures = json::parse(file("s.json"));
    const json& sweep = figures.at("sweep");
    ASSERT_EQ(sweep.size(), 6u);
    EXPECT_EQ(sweep[0].at("r"), 0.2);
    EXPECT_EQ(sweep[3].at("r"), 0.26);
    EXPECT_EQ(sweep[5].at("r"), 0.3);
    for (const json& point : sweep) {
        EXPECT_NEAR(
            point.at("growth_measured").get<double>() / point.at("growth_predicted").get<double>(),
            1, 1e-3);
        EXPECT_EQ(point.at("first_overshoot_step").is_null(), point.at("r") <= 0.25);
    }
    const std::vector<std::string> rows = lines("s.csv");
    ASSERT_EQ(rows.size(), 7u);
    EXPECT_EQ(rows[0].substr(0, 23), "r,band,growth_predicted");
    EXPECT_EQ(rows[3].substr(0, 17), "0.24,alternating,");
}

TEST_F(StabilityProgram, ReportsInWordsAndTables) {
    const Ran one = run("--grid 64 --r 0.3 --init hot-pixel");
    EXPECT_EQ(one.exit_code, 0) << one.err;
    for (const char* part :
         {"Unstable: r = 0.300", "doubles every", "Bands of this grid", "theory |g|", "measured",
          "first overshoot       1\n", "first non-finite      "})
        EXPECT_NE(one.out.find(part), std::string::npos) << part << one.out;
    const Ran many = run("--grid 32 --r 0.2:0.3:0.05 --init checkerboard --steps 100");
    EXPECT_EQ(many.exit_code, 0) << many.err;
    EXPECT_EQ(many.err, "");
    for (const char* part : {"alternating", "unstable", "never", "0.250"})
        EXPECT_NE(many.out.find(part), std::string::npos) << part << many.out;
}

TEST_F(StabilityProgram, RefusesWhatMakesNoSense) {
    expect_refused("--r 1.5", "--r 1.5");
    expect_refused("--r 0.2:0.3", "--r 0.2:0.3: a number or LOW:HIGH:STEP");
    expect_refused("--r 0.2:0.3:x", "--r 0.2:0.3:x");
    expect_refused("--r 0.3:0.2:0.01", "--r 0.3:0.2:0.01: LOW lies below HIGH");
    expect_refused("--r 0.2:0.3:0", "--r 0.2:0.3:0: the step is above 0");
    expect_refused("--r 0:1:1e-9", "at most 10000");
    expect_refused("--steps 0", "--steps 0");
    expect_refused("--steps many", "--steps many");
    expect_refused("--boundary round", "--boundary round");
    expect_refused("--boundary periodic,insulated,insulated,insulated", "top and bottom");
    expect_refused("--boundary periodic --kernel two_step --grid 32", "two_step");
    expect_refused("--init blob", "--init blob");
    expect_refused("--init sine --mode 40,1 --grid 32", "--mode 40,1");
    expect_refused("--grid 0", "--grid 0");
    expect_refused("--json - --csv -", "--csv -");
    expect_refused("--json nowhere/a.json", "--json nowhere/a.json");
    expect_refused("--csv ''", "--csv");
    EXPECT_FALSE(fs::exists(folder_ / "nowhere"));
}

TEST_F(StabilityProgram, HelpHasExamples) {
    const Ran result = run("--help");
    EXPECT_EQ(result.exit_code, 0);
    for (const char* part : {"LOW:HIGH:STEP", "--boundary", "--csv", "heatlab stability --grid 64"})
        EXPECT_NE(result.out.find(part), std::string::npos) << part;
    EXPECT_EQ(result.out.find("--colormap"), std::string::npos);
}

}  // namespace
}  // namespace heatlab
