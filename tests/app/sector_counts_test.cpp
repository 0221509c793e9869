// Sectors counted in a process of its own, here a script that answers in its place.

#include "app/sector_counts.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "app/options.h"
#include "app/sector_process.h"
#include "app/sectors_options.h"
#include "sim/errors.h"
#include "tests/app/shell_child.h"

namespace heatlab {
namespace {

constexpr GridSize grid{64, 32};

/// What `heatlab sectors --json -` writes.
std::string counted_json(const std::string& kernel, const std::string& on, int sectors) {
    return "{\"kernel\": \"" + kernel + "\", \"grid\": \"" + on +
           "\", \"launches\": 1, \"steps\": 1, \"sectors\": " + std::to_string(sectors) + "}";
}

class SectorCountsTest : public testing::Test {
protected:
    SectorCountsTest() {
        means_.by_source = [](const KernelInfo& kernel, GridSize) {
            SourceSectors source;
            if (kernel.plans_batches)
                source.explanation = "It depends.";
            else
                source.sectors = 1000;
            return source;
        };
        means_.count = [this](const KernelInfo&, GridSize) {
            ++started_;
            return shell_child(script_);
        };
        counts_.show(grid, means_);
    }

    const KernelSectors& row(const KernelInfo& kernel) { return *counts_.table()->find(kernel); }
    /// Asks, and follows until it has ended.
    void count(const KernelInfo& kernel) {
        counts_.ask(kernel);
        follow_to_the_end();
    }
    void follow_to_the_end() {
        for (int i = 0; i < 2000 && counts_.busy(); ++i) {
            counts_.follow(true);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        ASSERT_FALSE(counts_.busy());
    }
    std::string problem_of(const std::string& script) {
        script_ = script;
        count(tiled_);
        EXPECT_FALSE(row(tiled_).counted);
        EXPECT_EQ(row(tiled_).state, KernelSectors::State::idle);
        return row(tiled_).problem;
    }
    std::string refusal(const KernelInfo& kernel) {
        try {
            counts_.ask(kernel);
        } catch (const InputError& refused) {
            return refused.what();
        }
        return "";
    }
    static std::string answers(const std::string& text) { return "echo '" + text + "'"; }

    const KernelInfo& tiled_ = find_kernel("tiled", BackendKind::cuda);
    const KernelInfo& global_ = find_kernel("global", BackendKind::cuda);
    const KernelInfo& wavefront_ = find_kernel("wavefront", BackendKind::cuda);
    SectorMeans means_;
    SectorCounts counts_;
    std::string script_ = answers(counted_json("tiled", "64x32", 1000));
    int started_ = 0;
};

TEST_F(SectorCountsTest, TheTableHasWhatSourcesSay) {
    EXPECT_TRUE(counts_.table()->countable);
    EXPECT_DOUBLE_EQ(row(tiled_).source_rate().value(), 1000.0 / (64 * 32));
    EXPECT_DOUBLE_EQ(row(find_kernel("two_step", BackendKind::cuda)).source_rate().value(),
                     500.0 / (64 * 32))
        << "of one of its steps";
    EXPECT_FALSE(row(wavefront_).source_rate());
    EXPECT_FALSE(row(tiled_).counted_rate());
    EXPECT_EQ(started_, 0) << "counted without being asked";
}

TEST_F(SectorCountsTest, ACountIsKeptForItsGrid) {
    count(tiled_);
    EXPECT_EQ(row(tiled_).counted.value().sectors, 1000);
    EXPECT_FALSE(row(tiled_).differs());
    EXPECT_EQ(row(tiled_).problem, "");
    EXPECT_FALSE(row(global_).counted);
    EXPECT_NE(refusal(tiled_).find("have been counted"), std::string::npos);
    counts_.show({32, 64}, means_);
    EXPECT_FALSE(row(tiled_).counted);
    counts_.show(grid, means_);
    EXPECT_EQ(row(tiled_).counted.value().sectors, 1000);
    EXPECT_EQ(started_, 1);
}

TEST_F(SectorCountsTest, ACountThatDiffersIsKeptThoughTheProcessSaysFailure) {
    script_ = answers(counted_json("tiled", "64x32", 1001)) + "; exit 1";
    count(tiled_);
    EXPECT_TRUE(row(tiled_).differs());
    EXPECT_EQ(row(tiled_).problem, "");
}

TEST_F(SectorCountsTest, ManyLaunchesAndStepsAreSharedOut) {
    script_ = answers(R"({"kernel":"tiled","grid":"64x32","launches":3,"steps":6,"sectors":3000})");
    count(tiled_);
    EXPECT_FALSE(row(tiled_).differs());
    EXPECT_DOUBLE_EQ(row(tiled_).counted_rate().value(), 500.0 / (64 * 32));
    EXPECT_DOUBLE_EQ(row(tiled_).source_rate().value(), 500.0 / (64 * 32));
}

TEST_F(SectorCountsTest, SaysWhatTheProcessSaid) {
    EXPECT_EQ(problem_of("echo 'heatlab: CUPTI is not there' >&2; exit 1"), "CUPTI is not there");
    EXPECT_EQ(problem_of("echo 'heatlab: no room on the device' >&2; echo more >&2; exit 2"),
              "no room on the device");
    EXPECT_EQ(problem_of("exit 5"), "the counting process: exit code 5");
    EXPECT_EQ(problem_of("kill -9 $$"), "the counting process: ended by Killed");
}

TEST_F(SectorCountsTest, DoesNotTakeWhatItDoesNotUnderstand) {
    for (const std::string& text :
         {std::string(), std::string("counting"), std::string("[1, 2]"), std::string("{}"),
          counted_json("global", "64x32", 1000), counted_json("tiled", "32x64", 1000),
          counted_json("tiled", "64x32", -1),
          std::string(R"({"kernel":"tiled","grid":"64x32","launches":0,"steps":1,"sectors":1})"),
          std::string(R"({"kernel":"tiled","grid":"64x32","launches":1,"steps":0,"sectors":1})"),
          std::string(R"({"kernel":"tiled","grid":"64x32","launches":1,"steps":1,"sectors":"1"})"),
          std::string(R"({"kernel":"tiled","grid":"64x32","launches":1,"steps":1,"sectors":1.5})"),
          std::string(R"({"kernel":7,"grid":"64x32","launches":1,"steps":1,"sectors":1})")})
        EXPECT_NE(problem_of(answers(text)).find("is not understood"), std::string::npos) << text;
    // It can be asked for again.
    script_ = answers(counted_json("tiled", "64x32", 1000));
    count(tiled_);
    EXPECT_TRUE(row(tiled_).counted);
    EXPECT_EQ(row(tiled_).problem, "");
}

TEST_F(SectorCountsTest, SaysThatNoProcessStarts) {
    means_.count = [](const KernelInfo&, GridSize) -> std::unique_ptr<ChildProcess> {
        throw std::runtime_error("no process can be started");
    };
    counts_.show(grid, means_);
    EXPECT_EQ(problem_of(""), "no process can be started");
}

TEST_F(SectorCountsTest, CountsOneAfterTheOtherAndWhenItMay) {
    counts_.ask(tiled_);
    EXPECT_EQ(row(tiled_).state, KernelSectors::State::waiting);
    counts_.follow(false);
    EXPECT_EQ(started_, 0);
    EXPECT_NE(refusal(global_).find("those of tiled are being counted"), std::string::npos);
    counts_.follow(true);
    EXPECT_EQ(started_, 1);
    EXPECT_EQ(row(tiled_).state, KernelSectors::State::counting);
    follow_to_the_end();
    EXPECT_EQ(refusal(global_), "");
}

TEST_F(SectorCountsTest, ACountGoesOnWhileAnotherGridIsShown) {
    counts_.ask(tiled_);
    counts_.follow(true);
    counts_.show({32, 64}, means_);
    follow_to_the_end();
    EXPECT_FALSE(row(tiled_).counted);
    counts_.show(grid, means_);
    EXPECT_TRUE(row(tiled_).counted);
}

TEST_F(SectorCountsTest, IsCancelledWithoutWaitingAndWithoutAProblem) {
    const PidFile file;
    script_ = file.script();
    counts_.ask(tiled_);
    counts_.follow(true);
    file.wait_until_written();
    counts_.cancel();
    EXPECT_TRUE(counts_.busy()) << "it waited";
    follow_to_the_end();
    EXPECT_FALSE(file.is_alive());
    EXPECT_EQ(row(tiled_).problem, "");
    // One that had not begun.
    counts_.ask(tiled_);
    counts_.cancel();
    counts_.follow(true);
    EXPECT_FALSE(counts_.busy());
    EXPECT_EQ(started_, 1);
}

TEST_F(SectorCountsTest, IsStoppedAtOnceForAReason) {
    counts_.stop("nothing was counted");  // nothing happens
    EXPECT_EQ(row(tiled_).problem, "");
    const PidFile file;
    script_ = file.script();
    counts_.ask(tiled_);
    counts_.follow(true);
    file.wait_until_written();
    counts_.stop("timing comes first");
    EXPECT_FALSE(counts_.busy());
    EXPECT_FALSE(file.is_alive());
    EXPECT_EQ(row(tiled_).problem, "timing comes first");
}

TEST_F(SectorCountsTest, WithoutADeviceThereIsTheSourceAndNoCount) {
    means_.count = nullptr;
    counts_.show(grid, means_);
    EXPECT_FALSE(counts_.table()->countable);
    EXPECT_TRUE(row(tiled_).source_rate());
    EXPECT_NE(refusal(tiled_).find("CUDA device"), std::string::npos);
    counts_.show(grid, {});
    EXPECT_EQ(counts_.table(), nullptr);
    EXPECT_NE(refusal(tiled_).find("CUDA device"), std::string::npos);
}

TEST_F(SectorCountsTest, AKernelOfOtherDimensionsIsRefused) {
    EXPECT_NE(refusal(find_kernel("naive", BackendKind::cuda, 1)).find("sectors naive"),
              std::string::npos);
}

TEST(SectorProcess, ItsArgumentsAreThoseOfTheCommand) {
    const KernelInfo& kernel = find_kernel("tiled", BackendKind::cuda, 3);
    std::ostringstream out;
    std::ostringstream err;
    const auto result =
        parse_command_line(counting_arguments(kernel, GridSize::box(9, 8, 7), 2), out, err);
    ASSERT_TRUE(std::holds_alternative<Invocation>(result)) << err.str();
    const auto& command = std::get<SectorsCommand>(std::get<Invocation>(result));
    EXPECT_EQ(command.kernel, "tiled");
    EXPECT_EQ(command.dimensions, 3);
    EXPECT_EQ(command.grid, GridSize::box(9, 8, 7));
    EXPECT_EQ(command.device, 2);
    EXPECT_EQ(command.json, "-");
    for (const GridSize other : {GridSize::line(99), GridSize{64, 32}}) {
        const auto small = parse_command_line(
            counting_arguments(find_kernel("copy", BackendKind::cuda), other, 0), out, err);
        EXPECT_EQ(std::get<SectorsCommand>(std::get<Invocation>(small)).grid, other);
    }
}

}  // namespace
}  // namespace heatlab
