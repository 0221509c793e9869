#include "sim/cpu/wavefront/wavefront.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <thread>

#include "sim/cpu/denormals.h"
#include "sim/cpu/grid_buffer.h"
#include "sim/cpu/instruction_set.h"
#include "sim/step_ratio.h"

namespace heatlab {
namespace {

struct Buffers {
    explicit Buffers(GridSize grid) : first(grid), second(grid) {}

    CpuLaunch launch(StepRatio r, bool stream) {
        CpuLaunch launch;
        launch.source = first.row(0);
        launch.target = second.row(0);
        launch.pitch = first.pitch();
        launch.width = first.size().width;
        launch.height = first.size().height;
        launch.r = r.value();
        launch.centre_weight = r.centre_weight();
        launch.stream = stream;
        return launch;
    }

    GridBuffer first;
    GridBuffer second;
};

enum class Content { plain, tiny, not_finite };

/// The ring is random like the rest, so that a wrong wall is seen.
Field make_field(GridSize grid, Content content) {
    Field field(grid);
    std::mt19937 random(7);
    std::uniform_real_distribution<float> values(-1, 1);
    for (float& cell : field.cells()) {
        cell = values(random);
        if (content != Content::plain && random() % 97 == 0)
            cell *= 1e-38f;
        if (content != Content::plain && random() % 89 == 0)
            cell = -0.0f;
        if (content == Content::tiny)
            cell *= 1e-37f;
    }
    if (content == Content::not_finite) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        field.at(grid.height / 4, grid.width / 4) = infinity;
        field.at(grid.height / 2, grid.width / 2) = std::numeric_limits<float>::quiet_NaN();
        field.at(grid.height - 1, grid.width / 3) = -infinity;
        field.at(grid.height / 3, 0) = std::numeric_limits<float>::quiet_NaN();
        field.at(grid.height * 3 / 4, grid.width - 1) = infinity;
    }
    return field;
}

/// The kernel `global`, step by step in one thread: the plain kernel is checked cell by cell
/// elsewhere.
Field plain_result(const Field& initial, StepRatio r, std::int64_t steps) {
    const GridSize grid = initial.size();
    const FlushDenormals flush;
    Buffers buffers(grid);
    for (int row = 0; row < grid.height; ++row) {
        buffers.first.write_row(row, initial.row(row).data());
        buffers.second.write_row(row, initial.row(row).data());
    }
    CpuLaunch launch = buffers.launch(r, false);
    const CpuKernel global = best_instruction_set().kernel("global");
    for (std::int64_t step = 0; step < steps && grid.has_interior(); ++step) {
        global(launch, 1, grid.height - 1);
        const float* result = launch.target;
        launch.target = const_cast<float*>(launch.source);
        launch.source = result;
    }
    Field field(grid);
    for (int row = 0; row < grid.height; ++row) {
        std::copy_n(launch.source + row * launch.pitch, grid.width, field.row(row).data());
    }
    return field;
}

/// "" where equal; any NaN equals any NaN.
std::string difference(const Field& field, const Field& expected) {
    const GridSize grid = expected.size();
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            const float value = field.at(row, col);
            const float wanted = expected.at(row, col);
            if (std::isnan(value) && std::isnan(wanted))
                continue;
            if (std::bit_cast<unsigned>(value) == std::bit_cast<unsigned>(wanted))
                continue;
            return "row " + std::to_string(row) + " col " + std::to_string(col) + " is " +
                   std::to_string(value) + ", expected " + std::to_string(wanted);
        }
    }
    return "";
}

/// All instruction sets, one to three threads, cached and streaming stores.
class WavefrontTest : public testing::Test {
protected:
    void compare(GridSize grid, std::int64_t steps, Content content, double ratio,
                 std::uint64_t level2_cache = 1 << 20) {
        const StepRatio r = StepRatio::from(ratio);
        const Field initial = make_field(grid, content);
        const Field expected = plain_result(initial, r, steps);
        for (const InstructionSet& set : instruction_sets()) {
            if (!set.supported)
                continue;
            for (int threads = 1; threads <= 3; ++threads) {
                const Field field =
                    run(set, initial, r, steps, threads, level2_cache, threads == 2);
                const std::string found = difference(field, expected);
                ASSERT_EQ(found, "") << set.title << ", " << grid.width << " x " << grid.height
                                     << ", " << steps << " steps, " << threads << " threads";
            }
        }
    }

    Field run(const InstructionSet& set, const Field& initial, StepRatio r, std::int64_t steps,
              int threads, std::uint64_t level2_cache, bool stream) {
        const FlushDenormals flush;
        const GridSize grid = initial.size();
        Wavefront kernel(set.advance_strip, set.lanes);
        WavefrontMachine machine = kernel.machine(threads);
        machine.level2_cache = level2_cache;
        const WavefrontPlan plan = plan_strips(grid, steps, machine);
        EXPECT_FALSE(plan.plain);
        Buffers buffers(grid);
        for (int row = 0; row < grid.height; ++row) {
            buffers.first.write_row(row, initial.row(row).data());
            buffers.second.write_row(row, initial.row(row).data());
        }
        ThreadTeam team(threads);
        const auto result = kernel.run(plan, buffers.launch(r, stream), team, threads, never_);
        EXPECT_EQ(result.steps, steps);
        Field field(grid);
        const GridBuffer& final_buffer = result.in_target ? buffers.second : buffers.first;
        for (int row = 0; row < grid.height; ++row) {
            final_buffer.read_row(row, field.row(row).data());
        }
        return field;
    }

    std::atomic<bool> never_{false};
};

TEST_F(WavefrontTest, EveryStepCountGivesTheFieldOfThePlainKernel) {
    for (int steps = 5; steps <= 70; ++steps) {
        compare({511, 513}, steps, Content::plain, 0.2);
        if (HasFatalFailure())
            return;
    }
}

TEST_F(WavefrontTest, EveryContentGivesTheFieldOfThePlainKernel) {
    for (const Content content : {Content::plain, Content::tiny, Content::not_finite}) {
        for (const double ratio : {0.1, 0.25, 0.26, 1.0}) {
            compare({700, 301}, 75, content, ratio);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_F(WavefrontTest, AwkwardGridsGiveTheFieldOfThePlainKernel) {
    for (const GridSize grid : {GridSize{128, 32},
                                {129, 49},
                                {199, 900},
                                {1000, 33},
                                {720, 64},
                                {721, 65},
                                {2065, 77},
                                {1440, 50},
                                {257, 255},
                                {4097, 131}}) {
        for (const std::int64_t steps : {5, 64, 131}) {
            compare(grid, steps, Content::plain, 0.23);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_F(WavefrontTest, SmallCacheGivesTheFieldOfThePlainKernel) {
    compare({600, 200}, 100, Content::plain, 0.2, 64 << 10);
    compare({600, 200}, 100, Content::plain, 0.2, 128 << 10);
}

TEST_F(WavefrontTest, DeepPassesOfAWideGridGiveTheFieldOfThePlainKernel) {
    compare({1500, 1100}, 300, Content::plain, 0.25);
}

TEST_F(WavefrontTest, StopsAfterWholePassesWhenAsked) {
    const GridSize grid{600, 300};
    const StepRatio r = StepRatio::from(0.2);
    const Field initial = make_field(grid, Content::plain);
    const FlushDenormals flush;
    const InstructionSet& set = best_instruction_set();
    Wavefront kernel(set.advance_strip, set.lanes);
    const WavefrontPlan plan = plan_strips(grid, 1'000'000, kernel.machine(2));
    Buffers buffers(grid);
    for (int row = 0; row < grid.height; ++row) {
        buffers.first.write_row(row, initial.row(row).data());
        buffers.second.write_row(row, initial.row(row).data());
    }
    ThreadTeam team(2);
    std::atomic<bool> stop{false};
    std::thread impatient([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.store(true);
    });
    const auto result = kernel.run(plan, buffers.launch(r, false), team, 2, stop);
    impatient.join();
    ASSERT_LT(result.passes, plan.passes);
    ASSERT_EQ(result.steps, plan.steps_before(result.passes));
    Field field(grid);
    const GridBuffer& final_buffer = result.in_target ? buffers.second : buffers.first;
    for (int row = 0; row < grid.height; ++row) {
        final_buffer.read_row(row, field.row(row).data());
    }
    EXPECT_EQ(difference(field, plain_result(initial, r, result.steps)), "");
}

}  // namespace
}  // namespace heatlab
