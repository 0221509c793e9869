#include "app/commands/bench_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim/errors.h"
#include "tests/sim/faulty_simulation.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

BenchReport small_report() {
    BenchCommand command;
    command.grid = {64, 48};
    command.init.name = "hot-square";
    command.repeats = 2;
    command.steps = 4;
    const auto simulation = make_cpu_simulation(command.grid);
    return run_bench(command, *simulation, {});
}

const BenchReport& report() {
    static const BenchReport made = small_report();
    return made;
}

TEST(BenchReport, HasTheKeysOfTheReportOfRecord) {
    const auto json = to_json(report());
    for (const char* key :
         {"device", "driver", "date", "backend", "grid_width", "grid_height", "type", "steps",
          "repeats", "check_failed", "kernels", "copy_policies", "timesteps"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_EQ(json["grid_width"], 64);
    EXPECT_EQ(json["grid_height"], 48);
    EXPECT_EQ(json["type"], "float32");
    EXPECT_EQ(json["repeats"], 2);
    EXPECT_EQ(json["check_failed"], false);
    ASSERT_EQ(json["kernels"].size(), kernels_of(BackendKind::cpu).size());
    for (const auto& row : json["kernels"])
        for (const char* key : {"name", "median_us_per_step", "gcells_per_s", "gb_per_s",
                                "percent_of_copy", "reads_per_cell_per_step"})
            EXPECT_TRUE(row.contains(key)) << key;
    ASSERT_EQ(json["copy_policies"].size(), 4u);
    EXPECT_EQ(json["copy_policies"][0]["policy"], "never");
    EXPECT_EQ(json["copy_policies"][0]["gib_to_host"], 0.0);
    for (const auto& row : json["copy_policies"])
        EXPECT_EQ(row["bit_identical"], true);
    ASSERT_EQ(json["timesteps"].size(), 3u);
    EXPECT_EQ(json["timesteps"][2]["finite"], true);
}

TEST(BenchReport, ReadsAloud) {
    const std::string text = bench_text(report());
    for (const char* words : {"Correct first", "Time per step", "no bus to cross", "1 − 4r",
                              "More than one step per launch", "values a cell"})
        EXPECT_NE(text.find(words), std::string::npos) << words;
}

TEST(BenchReport, HasALinePerKernelAsCsv) {
    const std::string csv = bench_csv(report());
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')),
              1 + kernels_of(BackendKind::cpu).size());
}

TEST(BenchReport, TimesOneKernelAloneForAProfiler) {
    BenchCommand command;
    command.grid = {40, 40};
    command.init.name = "hot-square";
    command.kernel = "two_step";
    command.steps = 6;
    command.repeats = 1;
    const auto simulation = make_cpu_simulation(command.grid);
    const BenchReport alone = run_bench(command, *simulation, {});
    ASSERT_EQ(alone.times.size(), 1u);
    EXPECT_EQ(alone.times[0].kernel->name, "two_step");
    EXPECT_TRUE(alone.copy_policies.empty());
    EXPECT_TRUE(alone.timesteps.empty());
}

TEST(BenchReport, TimesNothingAfterAFailedCheck) {
    BenchCommand command;
    command.grid = {64, 48};
    command.init.name = "hot-square";
    test::FaultySimulation faulty(command.grid,
                                  {"tiled", 4, {3, 4}, [](float value) { return value + 0.25f; }});
    const BenchReport wrong = run_bench(command, faulty, {});
    EXPECT_TRUE(wrong.check_failed());
    EXPECT_FALSE(wrong.copy);
    EXPECT_TRUE(wrong.times.empty());
    EXPECT_TRUE(wrong.copy_policies.empty());
    EXPECT_TRUE(wrong.timesteps.empty());
    const auto json = to_json(wrong);
    EXPECT_EQ(json["check_failed"], true);
    EXPECT_EQ(json["kernels"].size(), 0u);
    const std::string text = bench_text(wrong);
    EXPECT_NE(text.find("row 3, column 4: 0.25 instead of 0"), std::string::npos) << text;
    EXPECT_NE(text.find("nothing is timed"), std::string::npos);
}

TEST(BenchReport, ReportsAKernelThatTouchesTheRing) {
    BenchCommand command;
    command.grid = {64, 48};
    command.init.name = "hot-square";
    test::FaultySimulation faulty(command.grid, {"copy", 4, {0, 7}, [](float) { return 1e-30f; }});
    const BenchReport wrong = run_bench(command, faulty, {});
    EXPECT_TRUE(wrong.check_failed());
    EXPECT_TRUE(wrong.correctness.front().ring);
}

BenchCommand quick(GridSize grid) {
    BenchCommand command;
    command.grid = grid;
    command.init.name = "hot-square";
    command.repeats = 1;
    command.steps = 4;
    return command;
}

TEST(BenchReport, FailsWhereACopyPolicyChangesTheField) {
    const BenchCommand command = quick({64, 48});
    // After the second pass of the first policy, and before the end of the second policy's.
    test::FaultySimulation faulty(
        command.grid, {"tiled", 2500, {3, 4}, [](float value) { return value + 0.25f; }});
    const BenchReport wrong = run_bench(command, faulty, {});
    EXPECT_FALSE(wrong.check_failed());
    EXPECT_FALSE(wrong.multi_step_failed());
    EXPECT_TRUE(wrong.policies_failed());
    EXPECT_FALSE(report().policies_failed());
    EXPECT_NE(bench_text(wrong).find("DIFFERENT"), std::string::npos);
}

/// A grid that one kernel cannot have.
class NarrowSimulation final : public test::FaultySimulation {
public:
    explicit NarrowSimulation(GridSize grid) : FaultySimulation(grid, {}) {}
    void set_kernel(const KernelInfo& kernel) override {
        if (kernel.name == "two_step")
            throw InputError("--kernel", "two_step", "does not fit here");
        FaultySimulation::set_kernel(kernel);
    }
};

TEST(BenchReport, GoesOnWithoutAKernelThatDoesNotFit) {
    BenchCommand command = quick({64, 48});
    NarrowSimulation narrow(command.grid);
    const BenchReport rest = run_bench(command, narrow, {});
    EXPECT_EQ(rest.times.size(), report().times.size() - 1);
    ASSERT_EQ(rest.left_out.size(), 1u);
    EXPECT_EQ(to_json(rest)["left_out"][0]["name"], "two_step");
    EXPECT_NE(bench_text(rest).find("does not fit here"), std::string::npos);
    command.kernel = "two_step";
    EXPECT_THROW(run_bench(command, narrow, {}), InputError);
}

TEST(BenchReport, SaysWhereLaunchesDecide) {
    BenchReport bound = small_report();
    bound.launch_bound_below = 1;
    EXPECT_NE(bench_text(bound).find("launch-bound"), std::string::npos);
    EXPECT_EQ(to_json(bound)["kernels"][0]["launch_bound"], true);
    bound.launch_bound_below = 0;
    EXPECT_EQ(bench_text(bound).find("launch-bound"), std::string::npos);
}

class BenchCompare : public testing::Test {
protected:
    std::string write(const nlohmann::ordered_json& json) {
        const fs::path file =
            fs::path(testing::TempDir()) /
            (std::string("heatlab-earlier-bench-") +
             testing::UnitTest::GetInstance()->current_test_info()->name() + ".json");
        std::ofstream(file) << json.dump();
        return file.string();
    }
    nlohmann::ordered_json read(const nlohmann::ordered_json& json) {
        return read_earlier_bench(write(json), BackendKind::cpu, {64, 48}, CellType::float32);
    }
};

TEST_F(BenchCompare, FlagsWhatIsBeyondTheSpread) {
    auto then = to_json(report());
    for (auto& row : then["kernels"]) {
        const double now = row["median_us_per_step"];
        const double before = row["name"] == "tiled" ? now / 100 : now;
        for (const char* key :
             {"median_us_per_step", "lower_quartile_us_per_step", "upper_quartile_us_per_step"})
            row[key] = before;
    }
    BenchReport now = report();
    for (KernelTime& time : now.times)
        time.seconds_per_step.lower_quartile = time.seconds_per_step.upper_quartile =
            time.seconds_per_step.median;
    const std::string text = compare_bench(now, read(then), "old.json");
    EXPECT_NE(text.find("tiled  100.000  SLOWER"), std::string::npos) << text;
    EXPECT_NE(text.find("global  1.000\n"), std::string::npos) << text;
}

TEST_F(BenchCompare, RefusesWhatCannotBeCompared) {
    EXPECT_THROW(
        read_earlier_bench("/nonexistent/old.json", BackendKind::cpu, {64, 48}, CellType::float32),
        InputError);
    EXPECT_THROW(read({{"kernels", 3}}), InputError);
    EXPECT_THROW(read({{"kernels", {{{"name", "tiled"}}}}}), InputError);
    auto other = to_json(report());
    other["grid_width"] = 65;
    try {
        read(other);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("grid_width"), std::string::npos);
    }
    other = to_json(report());
    other["backend"] = "cuda";
    EXPECT_THROW(read(other), InputError);
}

}  // namespace
}  // namespace heatlab
