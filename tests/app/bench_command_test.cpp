// `heatlab bench` as a shell sees it: output, files, exit codes.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class BenchProgram : public ProgramTest {
protected:
    /// On the CPU backend, with few runs.
    Ran run(const std::string& arguments) const {
        return ProgramTest::run("bench --backend cpu --repeats 2 " + arguments);
    }
};

TEST_F(BenchProgram, WritesTheReportAsJsonAlone) {
    const Ran ran = run("--grid 512x512 --steps 2 --json -");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const json report = json::parse(ran.out);
    EXPECT_EQ(report.at("backend"), "cpu");
    EXPECT_EQ(report.at("grid_width"), 512);
    EXPECT_EQ(report.at("check_failed"), false);
    EXPECT_EQ(report.at("copy_policies").size(), 4u);
    EXPECT_NEAR(report.at("timesteps").at(2).at("max_abs_u").get<double>(), 4.8316e9, 0.0001e9);
    // The tables are for people, and no bar is drawn where nobody looks.
    EXPECT_NE(ran.err.find("Time per step"), std::string::npos);
    EXPECT_EQ(ran.err.find('\r'), std::string::npos);
}

TEST_F(BenchProgram, IsSilentBesideItsReportInAPipe) {
    const Ran ran = run("--grid 40 --steps 2 --kernel tiled");
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_NE(ran.out.find("Time per step"), std::string::npos);
}

// script(1) gives the program a terminal.
TEST_F(BenchProgram, DrawsABarOnATerminal) {
    if (std::system("command -v script >/dev/null 2>&1") != 0)
        GTEST_SKIP() << "script(1) is not installed";
    const Ran ran = shell("script -qec \"'" HEATLAB_PROGRAM
                          "' bench --backend cpu --grid 40 --repeats 2 --steps 2\" /dev/null "
                          "</dev/null 2>err");
    EXPECT_EQ(ran.exit_code, 0);
    EXPECT_NE(ran.out.find("\r\033[K["), std::string::npos);
    EXPECT_NE(ran.out.find("timing kernels"), std::string::npos);
    EXPECT_NE(ran.out.find("past the bound"), std::string::npos);
}

TEST_F(BenchProgram, TimesOneKernelForAProfiler) {
    const Ran ran = run("--grid 64 --kernel two_step --steps 8 --json one.json --csv -");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 2);
    EXPECT_EQ(ran.out.find("kernel,median_us_per_step,"), 0u);
    const json report = json::parse(file("one.json"));
    ASSERT_EQ(report.at("kernels").size(), 1u);
    EXPECT_EQ(report.at("kernels").at(0).at("name"), "two_step");
    EXPECT_EQ(report.at("steps"), 8);
    EXPECT_TRUE(report.at("copy_policies").empty());
}

TEST_F(BenchProgram, ComparesWithAnEarlierReport) {
    ASSERT_EQ(run("--grid 64 --kernel global --steps 8 --json old.json").exit_code, 0);
    const Ran ran = run("--grid 64 --kernel global --steps 8 --compare old.json");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find("Beside old.json"), std::string::npos);
    const Ran other = run("--grid 65 --kernel global --steps 8 --compare old.json");
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_NE(other.err.find("grid_width"), std::string::npos) << other.err;
}

TEST_F(BenchProgram, RefusesWhatItCannotTime) {
    for (const char* arguments :
         {"--kernel none", "--kernel texture", "--steps 0", "--repeats 0", "--grid 0", "--r 0.2",
          "--init image", "--compare missing.json", "--json - --csv -", "--json ''"}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.exit_code, 2) << arguments << ran.out;
        EXPECT_EQ(ran.out, "") << arguments;
        EXPECT_NE(ran.err, "") << arguments;
    }
}

}  // namespace
}  // namespace heatlab
