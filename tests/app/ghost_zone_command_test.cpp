// `heatlab ghost-zone` as a shell sees it, on the processor. How well a choice turns out depends on
// what else the machine does, so only what must hold in any case is held against it.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program_fixture.h"

namespace heatlab {
namespace {

using Json = nlohmann::json;

class GhostZoneProgram : public ProgramTest {
protected:
    Ran study(const std::string& arguments) const {
        return run("ghost-zone --backend cpu " + arguments);
    }
};

TEST_F(GhostZoneProgram, StudiesAnApplicationOnItsGrids) {
    const Ran ran = study("--app hotspot --tile 256x64 --grid 65x63,97x41 --rounds 1 --json -");
    const Json report = Json::parse(ran.out, nullptr, false);
    ASSERT_TRUE(report.is_object()) << ran.err;
    EXPECT_EQ(ran.exit_code, report.at("pass").get<bool>() ? 0 : 1);
    EXPECT_EQ(report.at("backend"), "cpu");
    for (const char* key : {"device", "driver", "date"})
        EXPECT_NE(report.at(key), "") << key;
    EXPECT_GT(report.at("calibration_ms"), 0);
    ASSERT_EQ(report.at("rows").size(), 2u);
    for (const Json& row : report.at("rows")) {
        EXPECT_EQ(row.at("application"), "hotspot");
        EXPECT_EQ(row.at("tile"), "256x64");
        EXPECT_GE(row.at("best_speedup"), 1.0);
        EXPECT_GE(row.at("best_speedup"), row.at("chosen_speedup"));
        EXPECT_GT(row.at("attained"), 0.0);
        EXPECT_LE(row.at("attained"), 1.0);
        EXPECT_GT(row.at("attained_constant_k"), 0.0);
        EXPECT_EQ(row.at("pass"), row.at("attained") >= 0.95);
        for (const Json& candidate : row.at("candidates")) {
            EXPECT_FALSE(candidate.contains("mismatch")) << candidate;
            EXPECT_GT(candidate.at("us_per_step"), 0.0);
            EXPECT_GT(candidate.at("predicted_us_per_step"), 0.0);
        }
    }
    EXPECT_NE(ran.err.find("The chosen k attains at least "), std::string::npos) << ran.err;
}

TEST_F(GhostZoneProgram, RefusesATileAndNamesThoseOffered) {
    const Ran ran = study("--app hotspot --tile 3x3");
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_NE(ran.err.find("--tile 3x3: hotspot on cpu has "), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("256x64"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.out, "");
}

TEST_F(GhostZoneProgram, ShowsASourceWithoutAStudy) {
    const Ran ran = study("--app poisson --source 3");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find("Poisson"), std::string::npos) << ran.out;
    const Ran far = study("--app poisson --source 1000");
    EXPECT_EQ(far.exit_code, 2);
    EXPECT_NE(far.err.find("--source 1000: poisson in "), std::string::npos) << far.err;
}

TEST_F(GhostZoneProgram, RunsHotSpotFromFilesToAFile) {
    // Two chips that differ in power alone, 3 wide and 2 high: what they are after a step differs
    // where the power does, and the sides do not let heat out.
    const auto run_with = [&](const char* power, const char* out) {
        shell("printf '323\\n323\\n323\\n323\\n323\\n323\\n' > t");
        shell("printf '" + std::string(power) + "' > p");
        return study("--app hotspot --grid 3x2 --temperature t --power p --steps 1 --out " +
                     std::string(out));
    };
    const Ran cold = run_with("0\\n0\\n0\\n0\\n0\\n0\\n", "cold");
    EXPECT_EQ(cold.exit_code, 0) << cold.err;
    EXPECT_NE(cold.err.find("1 steps in tiles of "), std::string::npos) << cold.err;
    const Ran hot = run_with("0\\n0\\n0\\n0\\n1000\\n0\\n", "hot");
    EXPECT_EQ(hot.exit_code, 0) << hot.err;
    const auto before = lines("cold");
    const auto after = lines("hot");
    ASSERT_EQ(before.size(), 6u);
    ASSERT_EQ(after.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(before[i] == after[i], i != 4) << i;
    const Ran short_file = run_with("0\\n0\\n", "short");
    EXPECT_EQ(short_file.exit_code, 2);
    EXPECT_NE(short_file.err.find("--power p: has 2 numbers, and a grid of 3x2 needs 6"),
              std::string::npos)
        << short_file.err;
}

TEST_F(GhostZoneProgram, WarnsOfAChipThatIsNotStable) {
    const Ran ran =
        study("--app hotspot --tile 256x64 --grid 2100x4 --divide-time-step 1 --rounds 1");
    EXPECT_NE(ran.err.find("hotspot on 2100x4 is not stable"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("--divide-time-step "), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace heatlab
