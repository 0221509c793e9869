#include "app/pacing.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

PacingSetting budget(double ms) {
    PacingSetting pacing;
    pacing.mode = PacingMode::time_budget;
    pacing.budget_ms = ms;
    return pacing;
}

PacingSetting per_frame(std::int64_t steps) {
    PacingSetting pacing;
    pacing.mode = PacingMode::steps_per_frame;
    pacing.steps_per_frame = steps;
    return pacing;
}

PacingSetting per_second(double steps) {
    PacingSetting pacing;
    pacing.mode = PacingMode::steps_per_second;
    pacing.steps_per_second = steps;
    return pacing;
}

TEST(Pacer, RunsOneStepWhileNoSpeedIsKnown) {
    for (const PacingSetting& pacing : {budget(8), per_frame(1'000'000), per_second(1e9)}) {
        Pacer pacer;
        pacer.restart();
        pacer.begin_frame(pacing, 0);
        pacer.begin_frame(pacing, 1);
        EXPECT_EQ(pacer.steps_due(pacing, {}), 1);
    }
}

TEST(Pacer, BudgetGrowsSmoothlyToItsSteps) {
    Pacer pacer;
    const Speed speed{1e-5, 1};  // 800 steps in 8 ms
    std::int64_t last = 1;
    pacer.submitted(budget(8), 1);
    for (int frame = 0; frame < 20; ++frame) {
        const std::int64_t steps = pacer.steps_due(budget(8), speed);
        EXPECT_LE(steps, 2 * last);
        EXPECT_GE(steps, last);
        pacer.submitted(budget(8), steps);
        last = steps;
    }
    EXPECT_EQ(last, 800);
    // Slower by ten: at once, not over frames.
    EXPECT_EQ(pacer.steps_due(budget(8), {1e-4, 1}), 80);
}

TEST(Pacer, BudgetIsAtLeastOneStep) {
    Pacer pacer;
    pacer.submitted(budget(8), 1);
    EXPECT_EQ(pacer.steps_due(budget(8), {0.5, 1}), 1);
}

TEST(Pacer, BudgetUsesWholeLaunches) {
    Pacer pacer;
    pacer.submitted(budget(8), 9);
    EXPECT_EQ(pacer.steps_due(budget(8), {8e-3 / 9.5, 2}), 8);
}

TEST(Pacer, NoSettingGoesPastTheLongestBatch) {
    const Speed speed{1e-3, 1};
    for (const PacingSetting& pacing : {budget(50), per_frame(1'000'000), per_second(1e9)}) {
        Pacer pacer;
        for (int frame = 0; frame < 30; ++frame) {
            pacer.begin_frame(pacing, frame / 60.0);
            const std::int64_t steps = pacer.steps_due(pacing, speed);
            EXPECT_LE(static_cast<double>(steps) * 1e-3, longest_batch_seconds);
            pacer.submitted(pacing, steps);
        }
    }
}

TEST(Pacer, FirstBatchesGrowByEightAtMost) {
    Pacer pacer;
    const PacingSetting pacing = per_frame(1'000'000);
    pacer.submitted(pacing, 1);
    std::int64_t last = 1;
    for (int i = 0; i < 5; ++i) {
        const std::int64_t steps = pacer.steps_due(pacing, {1e-9, 1});
        EXPECT_EQ(steps, 8 * last);
        pacer.submitted(pacing, steps);
        last = steps;
    }
    pacer.forget_speed();
    EXPECT_EQ(pacer.steps_due(pacing, {1e-9, 1}), 8);
}

TEST(Pacer, WhatWasCutOffAFrameComesNext) {
    Pacer pacer;
    const PacingSetting pacing = per_frame(120);
    const Speed speed{1e-3, 1};    // 50 at once
    pacer.submitted(pacing, 120);  // known to be fast once: no limit of growth
    std::vector<std::int64_t> batches;
    for (int i = 0; i < 4; ++i) {
        batches.push_back(pacer.steps_due(pacing, speed));
        pacer.submitted(pacing, batches.back());
    }
    EXPECT_EQ(batches, (std::vector<std::int64_t>{50, 50, 20, 50}));
}

TEST(Pacer, StepsPerSecondHoldOverTime) {
    for (double rate : {0.5, 3.0, 60.0, 997.0, 25'000.0}) {
        Pacer pacer;
        const PacingSetting pacing = per_second(rate);
        const Speed speed{1e-6, 1};
        pacer.submitted(per_frame(1'000'000), 1'000'000);
        std::int64_t total = 0;
        for (int frame = 0; frame <= 600; ++frame) {
            pacer.begin_frame(pacing, frame / 60.0);
            const std::int64_t steps = pacer.steps_due(pacing, speed);
            pacer.submitted(pacing, steps);
            total += steps;
        }
        EXPECT_NEAR(static_cast<double>(total), 10 * rate, 1.0) << rate;
    }
}

TEST(Pacer, FirstStepOfARunComesAtOnceAtAnyRate) {
    Pacer pacer;
    const PacingSetting pacing = per_second(0.1);
    pacer.begin_frame(pacing, 0);
    EXPECT_EQ(pacer.steps_due(pacing, {1e-6, 1}), 0);
    pacer.restart();
    EXPECT_EQ(pacer.steps_due(pacing, {1e-6, 1}), 1);
}

TEST(Pacer, APauseOfTheProgramBuildsNoBacklog) {
    Pacer pacer;
    const PacingSetting pacing = per_second(100);
    pacer.submitted(per_frame(1000), 1000);
    pacer.begin_frame(pacing, 0);
    pacer.begin_frame(pacing, 3600);
    EXPECT_LE(pacer.steps_due(pacing, {1e-6, 1}), 25);
}

}  // namespace
}  // namespace heatlab
