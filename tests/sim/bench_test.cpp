#include "sim/bench/bench_parts.h"
#include "sim/bench/kernel_times.h"
#include "sim/initial_field.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/faulty_simulation.h"

namespace heatlab {
namespace {

TEST(Spread, IsOfTheMiddleHalf) {
    const Spread odd = spread_of({5, 1, 4, 2, 3});
    EXPECT_EQ(odd.median, 3);
    EXPECT_EQ(odd.lower_quartile, 2);
    EXPECT_EQ(odd.upper_quartile, 4);
    EXPECT_EQ(odd.runs, 5);
    EXPECT_EQ(spread_of({1, 2}).median, 1.5);
    EXPECT_EQ(spread_of({7}).upper_quartile, 7);
    EXPECT_EQ(spread_of({}).runs, 0);
}

TEST(Bench, TimesEveryKernelAskedForAndCountsWholeSteps) {
    auto simulation = test::simulation_of(test::random_field({65, 33}), 0.2);
    const auto kernels = kernels_of(BackendKind::cpu);
    int before = -1;
    const auto times = time_in_turns(*simulation, kernels, {.rounds = 3, .seconds = 1e-4},
                                     [&](int done, int total) {
                                         EXPECT_GE(done, before);
                                         EXPECT_LE(done, before + 1);
                                         before = done;
                                         EXPECT_EQ(total, 4 * static_cast<int>(kernels.size()));
                                         return true;
                                     });
    EXPECT_EQ(before, 4 * static_cast<int>(kernels.size()) - 1);
    ASSERT_EQ(times.size(), kernels.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_EQ(times[i].kernel, kernels[i]);
        EXPECT_EQ(times[i].seconds_per_step.runs, 3);
        EXPECT_GT(times[i].seconds_per_step.median, 0);
        EXPECT_LE(times[i].seconds_per_step.lower_quartile,
                  times[i].seconds_per_step.upper_quartile);
    }
}

TEST(Bench, TakesTheStepsItIsTold) {
    auto simulation = test::simulation_of(test::random_field({32, 32}), 0.2);
    const std::int64_t before = simulation->step();
    const auto* tiled = &find_kernel("tiled", BackendKind::cpu);
    time_in_turns(*simulation, {tiled}, {.rounds = 2, .steps = 7});
    // One step to warm up after the switch of kernel, then three rounds, the first of which does
    // not count.
    EXPECT_EQ(simulation->step() - before, 1 + 3 * 7);
    const std::int64_t later = simulation->step();
    const auto* global = &find_kernel("global", BackendKind::cpu);
    time_in_turns(*simulation, {tiled, global}, {.rounds = 1, .steps = 7});
    EXPECT_EQ(simulation->step() - later, 2 * 2 * (1 + 7));
}

/// Takes as long as it is told.
class TimedSimulation final : public test::FaultySimulation {
public:
    TimedSimulation(GridSize grid, std::function<double(std::int64_t steps)> seconds)
        : FaultySimulation(grid, {}), seconds_(std::move(seconds)) {}
    std::optional<BatchReport> poll() override {
        std::optional<BatchReport> report = FaultySimulation::poll();
        if (report)
            report->seconds = seconds_(report->steps);
        return report;
    }

private:
    std::function<double(std::int64_t steps)> seconds_;
};

TEST(Bench, IsNotMisledByOneRunThatWasQuick) {
    const auto* global = &find_kernel("global", BackendKind::cpu);
    TimedSimulation simulation({8, 8}, [](std::int64_t steps) {
        return steps == 1 ? 1e-9 : 1e-3 * static_cast<double>(steps);
    });
    const auto times = time_in_turns(simulation, {global}, {.rounds = 5, .seconds = 0.05});
    EXPECT_DOUBLE_EQ(times.front().seconds_per_step.median, 1e-3);
    // Some 50 steps a run; to believe the first one would take 100 000.
    EXPECT_LT(simulation.step(), 6 * 60 + 60);
}

TEST(Bench, EndsWhatTakesTooLongAndWhatIsNoLongerWanted) {
    const auto* global = &find_kernel("global", BackendKind::cpu);
    TimedSimulation slow({8, 8}, [](std::int64_t) { return 4.0; });
    const TimingOptions options{.rounds = 9, .most_seconds = 1};
    EXPECT_EQ(time_in_turns(slow, {global}, options).front().seconds_per_step.runs,
              TimingOptions::fewest_runs);
    const auto unwanted =
        time_in_turns(slow, {global}, options, [](int done, int) { return done < 2; });
    EXPECT_EQ(unwanted.front().seconds_per_step.runs, 1);
}

TEST(Bench, CountsBytesPerLaunchAndCellsPerStep) {
    const KernelInfo& two = find_kernel("two_step", BackendKind::cpu);
    const KernelTime time{&two, {.median = 1e-3}, 2};
    EXPECT_DOUBLE_EQ(time.cells_per_second({100, 50}), 5e6);
    EXPECT_DOUBLE_EQ(time.bytes_per_second({100, 50}), 5000 * 8 / 2e-3);
    EXPECT_DOUBLE_EQ(reads_per_cell_per_step(two, 2).value(), 432.0 / 256.0 / 2);
}

// What ran counts, not what the table allows: a field that fits the caches is not worth a plan, and
// an odd number of steps ends with a single one.
TEST(Bench, CountsTheLaunchesThatRan) {
    const KernelInfo& planned = find_kernel("wavefront", BackendKind::cpu);
    const KernelInfo& two = find_kernel("two_step", BackendKind::cpu);
    const KernelInfo& copy = find_kernel("copy", BackendKind::cpu);
    auto simulation = test::simulation_of(test::random_field({40, 30}), 0.2);
    const auto times = time_in_turns(*simulation, {&copy, &two}, {.rounds = 1, .steps = 7});
    EXPECT_EQ(times[0].steps_per_launch, 1);
    EXPECT_EQ(times[1].steps_per_launch, 7.0 / 4);
    EXPECT_FALSE(reads_per_cell_per_step(two, 7.0 / 4));
    EXPECT_FALSE(reads_per_cell_per_step(planned, 1));
    EXPECT_EQ(reads_per_cell_per_step(planned, 64), planned.reads_per_cell_per_launch / 64);
    const KernelTime single{&planned, {.median = 1e-3}, 1};
    EXPECT_DOUBLE_EQ(single.bytes_per_second({100, 50}), 5000 * 8 / 1e-3);
}

TEST(Bench, TheCopyKeepsEveryBit) {
    Field initial = test::random_field({20, 10});
    initial.at(4, 5) = -0.0f;
    const KernelInfo& copy = find_kernel("copy", BackendKind::cpu);
    for (const bool broken : {false, true}) {
        test::FaultySimulation simulation(
            initial.size(), {"copy", 1, {4, 5}, [&](float v) { return broken ? 0.0f : v; }});
        const auto result =
            check_kernels(simulation, {&copy}, initial, StepRatio::from(0.2)).front();
        EXPECT_EQ(result.passed(), !broken);
    }
}

TEST(Bench, FindsEveryKernelCorrectFromEveryStart) {
    for (const char* start : {"hot-square", "random", "square-ring-stroke"}) {
        InitialFieldSpec spec;
        spec.name = start;
        const Field initial = make_initial_field({67, 35}, spec, std::nullopt);
        auto simulation = make_cpu_simulation(initial.size());
        for (const auto& result : check_kernels(*simulation, kernels_of(BackendKind::cpu), initial,
                                                StepRatio::from(0.2))) {
            EXPECT_TRUE(result.passed()) << result.kernel->name << " from " << start;
        }
    }
}

// From the hot square of a quarter of the side: 4.8316e9 after 400 steps at 0.26, on any grid.
TEST(Bench, KnowsWhatComesPastTheBound) {
    InitialFieldSpec spec;
    spec.name = "hot-square";
    const Field initial = make_initial_field({512, 512}, spec, std::nullopt);
    auto simulation = make_cpu_simulation(initial.size());
    const KernelInfo& tiled = find_kernel("tiled", BackendKind::cpu);
    const auto at = [&](double r) {
        return run_timestep(*simulation, tiled, initial, StepRatio::from(r), 400);
    };
    const TimestepResult below = at(0.24);
    EXPECT_NEAR(below.centre_weight, 0.04, 1e-6);
    EXPECT_NEAR(below.checkerboard_factor, 0.92, 1e-6);
    EXPECT_LE(below.max_abs_u, 1.0);
    EXPECT_LE(at(0.25).max_abs_u, 1.0);
    const TimestepResult above = at(0.26);
    EXPECT_NEAR(above.max_abs_u, 4.8316e9, 0.0001e9);
    EXPECT_TRUE(above.finite);
    EXPECT_FALSE(run_timestep(*simulation, tiled, initial, StepRatio::from(0.5), 400).finite);
}

TEST(Bench, ComparesSeveralStepsALaunchWithSingleOnes) {
    const Field initial = test::random_field({130, 70});
    auto simulation = make_cpu_simulation(initial.size());
    const auto results = compare_multi_step(*simulation, kernels_of(BackendKind::cpu), initial,
                                            StepRatio::from(0.2), 61);
    ASSERT_EQ(results.size(), 2u);
    for (const MultiStepResult& result : results) {
        EXPECT_FALSE(result.first_difference) << result.kernel->name;
        EXPECT_TRUE(result.reads_within_limit());
    }
}

}  // namespace
}  // namespace heatlab
