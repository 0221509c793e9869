#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include "app/size_sweep_worker.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

using namespace std::chrono_literals;

BackendInfo cpu() {
    return cpu_backend_info({.threads = 1});
}

std::unique_ptr<Simulation> one_thread(GridSize grid) {
    CpuOptions options;
    options.threads = 1;
    return make_cpu_simulation(grid, options);
}

/// False after a minute.
bool wait_until(const std::function<bool()>& holds) {
    for (int i = 0; i < 6000; ++i) {
        if (holds())
            return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

TEST(SizeSweep, GoesEvenlyThroughTheOctavesInWholeBlocks) {
    EXPECT_EQ((SizeSweep{64, 256, 1}.sides()), (std::vector<int>{64, 128, 256}));
    EXPECT_EQ((SizeSweep{64, 256, 2}.sides()), (std::vector<int>{64, 96, 128, 176, 256}));
    EXPECT_EQ((SizeSweep{64, 64, 4}.sides()), (std::vector<int>{64}));
    EXPECT_EQ((SizeSweep{64, 96, 1}.sides()), (std::vector<int>{64, 96}));
    const std::vector<int> all = SizeSweep{}.sides();
    EXPECT_EQ(all.front(), 64);
    EXPECT_EQ(all.back(), 8192);
    EXPECT_EQ(all.size(), 7u * 4 + 1);
    for (std::size_t i = 1; i < all.size(); ++i) {
        EXPECT_EQ(all[i] % 16, 0);
        EXPECT_GT(all[i], all[i - 1]);
        EXPECT_LT(all[i], all[i - 1] * 1.4);
    }
}

TEST(SizeSweep, RefusesWhatIsNone) {
    for (const SizeSweep& wrong :
         {SizeSweep{0, 64, 1}, SizeSweep{64, 65536, 1}, SizeSweep{64, 100, 1},
          SizeSweep{65, 128, 1}, SizeSweep{128, 64, 1}, SizeSweep{64, 128, 0},
          SizeSweep{64, 128, 9}}) {
        try {
            validate_size_sweep(wrong);
            ADD_FAILURE() << wrong.smallest << " to " << wrong.largest;
        } catch (const InputError& refused) {
            EXPECT_EQ(refused.argument(), "sizes");
        }
    }
    EXPECT_NO_THROW(validate_size_sweep({}));
}

TEST(SizeSweepWorker, TimesEveryKernelOnEverySquare) {
    SizeSweepWorker worker;
    EXPECT_EQ(worker.state(), nullptr);
    EXPECT_FALSE(worker.running());
    worker.start({32, 128, 1}, cpu(), one_thread);
    std::size_t seen = 0;
    ASSERT_TRUE(wait_until([&] {
        const auto state = worker.state();
        EXPECT_GE(state->measured, seen);  // progress never goes back
        EXPECT_LE(state->measured, state->total);
        seen = state->measured;
        return !state->running;
    }));
    const auto state = worker.state();
    EXPECT_FALSE(worker.running());
    EXPECT_FALSE(state->cancelled);
    EXPECT_EQ(state->problem, "");
    EXPECT_EQ(state->measured, state->total);
    EXPECT_EQ(state->total, 3u * state->kernels.size());
    std::set<std::string> names;
    for (const KernelSizes& kernel : state->kernels) {
        SCOPED_TRACE(kernel.kernel->name);
        names.emplace(kernel.kernel->name);
        ASSERT_EQ(kernel.points.size(), 3u);
        int side = 32;
        for (const SizePoint& point : kernel.points) {
            EXPECT_EQ(point.side, side);
            // No processor's core updates a cell in less than 3 ps, none needs 1 us.
            EXPECT_GT(point.seconds_per_step, 3e-12 * side * side);
            EXPECT_LT(point.seconds_per_step, 1e-6 * side * side);
            EXPECT_NEAR(point.cells_per_second() * point.seconds_per_step, side * side, 1e-6);
            side *= 2;
        }
    }
    EXPECT_EQ(names, (std::set<std::string>{"copy", "global", "tiled", "two_step", "wavefront"}));
}

TEST(SizeSweepWorker, TimesRodsAndCubesOfAboutAsManyCells) {
    const SizeSweep rods{.smallest = 32, .largest = 64, .per_octave = 1, .dimensions = 1};
    EXPECT_EQ(rods.grid_of(64), GridSize::line(4096));
    EXPECT_EQ(rods.grid_of(32768), GridSize::line(1 << 30));
    const SizeSweep cubes{.smallest = 32, .largest = 64, .per_octave = 1, .dimensions = 3};
    EXPECT_EQ(cubes.grid_of(64), GridSize::box(16, 16, 16));
    for (const SizeSweep& sweep : {rods, cubes}) {
        SizeSweepWorker worker;
        worker.start(sweep, cpu(), one_thread);
        ASSERT_TRUE(wait_until([&] { return !worker.running(); }));
        const auto state = worker.state();
        EXPECT_EQ(state->problem, "");
        ASSERT_EQ(state->kernels.size(), 3u);  // the copy and two
        for (const KernelSizes& kernel : state->kernels) {
            EXPECT_TRUE(kernel.kernel->suits(sweep.dimensions));
            ASSERT_EQ(kernel.points.size(), 2u);
            EXPECT_EQ(kernel.points.back().cells, 4096);
            EXPECT_GT(kernel.points.back().seconds_per_step, 3e-12 * 4096);
        }
    }
}

TEST(SizeSweepWorker, KeepsWhatWasMeasuredWhenItIsCancelled) {
    SizeSweepWorker worker;
    worker.start({64, 2048, 8}, cpu(), one_thread);
    ASSERT_TRUE(wait_until([&] { return worker.state()->measured >= 6; }));
    worker.cancel();
    ASSERT_TRUE(wait_until([&] { return !worker.running(); }));
    const auto state = worker.state();
    EXPECT_TRUE(state->cancelled);
    EXPECT_GE(state->measured, 6u);
    EXPECT_LT(state->measured, state->total);
    std::size_t points = 0;
    for (const KernelSizes& kernel : state->kernels)
        points += kernel.points.size();
    EXPECT_EQ(points, state->measured);
    // Another one begins from nothing.
    worker.start({32, 32, 1}, cpu(), one_thread);
    ASSERT_TRUE(wait_until([&] { return !worker.running(); }));
    EXPECT_FALSE(worker.state()->cancelled);
    EXPECT_EQ(worker.state()->measured, worker.state()->kernels.size());
}

TEST(SizeSweepWorker, EndsWhereASquareDoesNotFit) {
    SizeSweepWorker worker;
    worker.start({32, 128, 1}, cpu(), [](GridSize grid) {
        if (grid.width > 64)
            throw InputError("--grid", "128x128", "needs more than there is");
        return one_thread(grid);
    });
    ASSERT_TRUE(wait_until([&] { return !worker.running(); }));
    const auto state = worker.state();
    EXPECT_FALSE(state->cancelled);
    EXPECT_EQ(state->side, 128);
    EXPECT_NE(state->problem.find("needs more than there is"), std::string::npos);
    EXPECT_EQ(state->measured, 2u * state->kernels.size());
}

TEST(SizeSweepWorker, SaysWhatTheDeviceSaid) {
    SizeSweepWorker worker;
    worker.start({32, 32, 1}, cpu(), [](GridSize) -> std::unique_ptr<Simulation> {
        throw DeviceError("the device is gone");
    });
    ASSERT_TRUE(wait_until([&] { return !worker.running(); }));
    EXPECT_EQ(worker.state()->problem, "the device is gone");
    EXPECT_EQ(worker.state()->measured, 0u);
}

TEST(SizeSweepWorker, EndsWithItsOwner) {
    const auto begun = std::chrono::steady_clock::now();
    {
        SizeSweepWorker worker;
        worker.start({64, 8192, 8}, cpu(), one_thread);
        ASSERT_TRUE(wait_until([&] { return worker.state()->measured >= 1; }));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 30s);
}

}  // namespace
}  // namespace heatlab
