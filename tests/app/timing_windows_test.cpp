#include "app/timing_windows.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

const KernelInfo& tiled() {
    return find_kernel("tiled", BackendKind::cpu);
}
const KernelInfo& two_step() {
    return find_kernel("two_step", BackendKind::cpu);
}

BatchReport report(const KernelInfo& kernel, std::int64_t steps, double seconds,
                   bool warm_up = false) {
    BatchReport r;
    r.kernel = &kernel;
    r.steps = steps;
    r.launches = (steps + kernel.steps_per_launch - 1) / kernel.steps_per_launch;
    r.seconds = seconds;
    r.warm_up = warm_up;
    return r;
}

TEST(MedianWindow, IsTheMiddleOfWhatItHolds) {
    MedianWindow window(5);
    EXPECT_FALSE(window.median());
    window.add(3);
    EXPECT_EQ(*window.median(), 3);
    window.add(1);
    EXPECT_EQ(*window.median(), 2);
    window.add(1000);
    EXPECT_EQ(*window.median(), 3);
    for (double value : {5, 6, 7, 8, 9})
        window.add(value);
    EXPECT_EQ(*window.median(), 7);  // the old ones are gone
    EXPECT_EQ(*window.median(2), 8.5);
    EXPECT_EQ(window.mean(), 7);
}

TEST(KernelTimings, KeepEachKernelApartAndDropWarmUps) {
    KernelTimings timings;
    timings.add(report(tiled(), 10, 100, true));
    EXPECT_FALSE(timings.seconds_per_step(tiled()));
    EXPECT_EQ(timings.recent_seconds_per_step(tiled()), 10);
    timings.add(report(tiled(), 10, 1));
    timings.add(report(two_step(), 10, 5));
    EXPECT_DOUBLE_EQ(*timings.seconds_per_step(tiled()), 0.1);
    EXPECT_DOUBLE_EQ(*timings.seconds_per_step(two_step()), 0.5);
    EXPECT_DOUBLE_EQ(*timings.seconds_per_launch(two_step()), 1.0);
    EXPECT_DOUBLE_EQ(*timings.bytes_per_second(two_step(), {10, 10}, CellType::float32), 800);
    EXPECT_EQ(timings.history_us_per_step().size(), 2u);
    timings.clear();
    EXPECT_FALSE(timings.seconds_per_step(tiled()));
    EXPECT_FALSE(timings.recent_seconds_per_step(tiled()));
}

TEST(KernelTimings, PacingNoticesAChangeSoon) {
    KernelTimings timings;
    for (int i = 0; i < 64; ++i)
        timings.add(report(tiled(), 1, 1));
    for (int i = 0; i < 5; ++i)
        timings.add(report(tiled(), 1, 4));
    EXPECT_EQ(*timings.recent_seconds_per_step(tiled()), 4);
    EXPECT_EQ(*timings.seconds_per_step(tiled()), 1);
}

TEST(KernelTimings, BatchesWithoutStepsDoNotCount) {
    KernelTimings timings;
    timings.add(report(tiled(), 0, 0));
    EXPECT_FALSE(timings.recent_seconds_per_step(tiled()));
}

TEST(FrameTimings, StepsPerSecondAreThoseOfTheLastSecond) {
    FrameTimings frames;
    EXPECT_EQ(frames.steps_per_second(), 0);
    for (int frame = 0; frame <= 300; ++frame)
        frames.add_steps(frame / 60.0, frame < 200 ? 100 : 2, true);
    EXPECT_NEAR(frames.steps_per_second(), 120, 1e-6);
    EXPECT_NEAR(frames.steps_per_frame(), 2, 1e-9);
    frames.add_steps(5.1, 0, false);
    EXPECT_EQ(frames.steps_per_second(), 0);
}

TEST(FrameTimings, SimulationIsAMeanOverFrames) {
    FrameTimings frames;
    for (int i = 0; i < 60; ++i)  // a batch of 40 ms every fourth frame
        frames.add_frame({0.001, 0.002, 0.016}, i % 4 == 0 ? 0.04 : 0.0, 0.001);
    EXPECT_NEAR(frames.simulation_seconds(), 0.01, 1e-12);
    EXPECT_NEAR(frames.display_seconds(), 0.002, 1e-12);
    EXPECT_NEAR(frames.interface_seconds(), 0.002, 1e-12);
    EXPECT_NEAR(frames.frame_seconds(), 0.016, 1e-12);
}

}  // namespace
}  // namespace heatlab
