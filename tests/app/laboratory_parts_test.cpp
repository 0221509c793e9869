// What the laboratory is made of: histories, refinement, the sweep.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "app/refinement.h"
#include "app/sweep_worker.h"
#include "app/trace_recorder.h"
#include "sim/errors.h"

namespace heatlab {
namespace {

TEST(Interpolated, KeepsLinearFieldsAndWalls) {
    Field field({9, 5});
    for (int row = 0; row < 5; ++row)
        for (int col = 0; col < 9; ++col)
            field.at(row, col) = 2.0f * static_cast<float>(col) + static_cast<float>(row);
    const Field finer = interpolated(field, {18, 10}, Boundaries{});
    for (int row = 0; row < 10; ++row)
        for (int col = 0; col < 18; ++col)
            EXPECT_NEAR(finer.at(row, col), 2.0 * col * 8 / 17 + row * 4.0 / 9, 1e-5);
    // Between periodic sides the mean stays, and so does a constant to the bit.
    const Field wrapped = interpolated(field, {18, 10}, Boundaries::all(BoundaryKind::periodic));
    double mean = 0;
    for (const float value : wrapped.cells())
        mean += value / 180;
    EXPECT_NEAR(mean, 2.0 * 4 + 2, 1e-4);
    const Field constant({7, 7}, 0.3f);
    const Field same = interpolated(constant, {14, 14}, Boundaries::all(BoundaryKind::insulated));
    for (const float value : same.cells())
        EXPECT_EQ(value, 0.3f);
}

TEST(TraceRecorder, ThinsAndKeepsTheNewestPoint) {
    TraceRecorder recorder;
    for (std::int64_t step = 0; step < 50'000; ++step) {
        TracePoint point;
        point.step = step;
        recorder.add(point);
        ASSERT_LE(recorder.now().points.size(), most_trace_points + 1);
        ASSERT_EQ(recorder.now().points.back().step, step);
    }
    EXPECT_GT(recorder.now().points.size(), most_trace_points / 4);
    EXPECT_EQ(recorder.now().points.front().step, 0);
    for (std::size_t i = 1; i < recorder.now().points.size(); ++i)
        ASSERT_LT(recorder.now().points[i - 1].step, recorder.now().points[i].step);
}

TEST(TraceRecorder, GoesBackAndLeavesWhatWasShared) {
    TraceRecorder recorder;
    for (std::int64_t step = 0; step <= 20; ++step) {
        TracePoint point;
        point.step = step;
        recorder.add(point);
        if (step == 15)
            recorder.change_ratio(15, 0.2, 0.3);
    }
    recorder.set_non_finite_step(20);
    const auto shared = recorder.share();
    recorder.go_back(10);
    EXPECT_EQ(recorder.now().points.back().step, 9);
    EXPECT_TRUE(recorder.now().changes.empty());
    EXPECT_FALSE(recorder.now().non_finite_step);
    EXPECT_EQ(shared->points.size(), 21u);
    EXPECT_EQ(shared->changes.size(), 1u);
    EXPECT_EQ(shared->points[shared->segment_begin].step, 15);
}

TEST(TraceRecorder, TakesSeveralChangesAtOneStepAsOne) {
    TraceRecorder recorder;
    recorder.change_ratio(5, 0.2, 0.3);
    recorder.change_ratio(5, 0.3, 0.4);
    ASSERT_EQ(recorder.now().changes.size(), 1u);
    EXPECT_EQ(recorder.now().changes[0].to, 0.4);
    recorder.change_ratio(5, 0.4, 0.2);
    EXPECT_TRUE(recorder.now().changes.empty());
}

TEST(SweepWorker, MeasuresWhatIsPredicted) {
    SweepWorker worker;
    EXPECT_EQ(worker.state(), nullptr);
    worker.start({0.24, 0.28, 0.01}, {40, 30}, Boundaries::all(BoundaryKind::insulated));
    while (worker.state()->running)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto state = worker.state();
    EXPECT_EQ(state->total, 5u);
    ASSERT_EQ(state->points.size(), 5u);
    EXPECT_FALSE(state->cancelled);
    for (const SweepPoint& point : state->points) {
        ASSERT_TRUE(point.measured && point.predicted) << point.r;
        EXPECT_NEAR(*point.measured / *point.predicted, 1, 1e-3) << point.r;
    }
    EXPECT_THROW(worker.start({0.3, 0.2, 0.01}, {40, 30}, {}), InputError);
}

TEST(SweepWorker, EndsWhenAskedTo) {
    SweepWorker worker;
    worker.start({0.0, 1.0, 0.0002}, {256, 256}, {});
    worker.cancel();
    while (worker.state()->running)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(worker.state()->cancelled);
    EXPECT_LT(worker.state()->points.size(), 5'001u);
    EXPECT_EQ(sweep_grid({8192, 511}), (GridSize{256, 255}));
    EXPECT_EQ(sweep_grid({31, 300}), (GridSize{31, 256}));
}

TEST(SweepWorker, MeasuresRodsAndRefusesBlocks) {
    EXPECT_EQ(sweep_grid(GridSize::line(4095)), GridSize::line(255));
    SweepWorker worker;
    worker.start({0.45, 0.55, 0.05}, GridSize::line(65), fixed_walls(1));
    while (worker.state()->running)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto state = worker.state();
    ASSERT_EQ(state->points.size(), 3u);
    // sin^2 of half the largest angle, 63 pi / 64.
    const double sine = std::sin(63 * 3.14159265358979 / 128);
    for (const SweepPoint& point : state->points) {
        ASSERT_TRUE(point.measured) << point.r;
        EXPECT_NEAR(*point.measured, std::abs(1 - 4 * point.r * sine * sine), 1e-4) << point.r;
    }
    EXPECT_THROW(worker.start({0.1, 0.2, 0.05}, GridSize::box(8, 8, 8), {}), InputError);
}

}  // namespace
}  // namespace heatlab
