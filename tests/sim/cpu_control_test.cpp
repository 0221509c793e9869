#include <cmath>
#include <limits>

#include "sim/reference.h"
#include "tests/sim/cpu_test_support.h"
#include "tests/sim/test_support.h"

namespace heatlab {
namespace {

using test::random_field;
using test::refusal;
using test::run;
using test::same_field;
using test::simulation_of;

TEST(CpuSimulation, SaysWhatItRunsOn) {
    auto simulation = make_cpu_simulation({8, 8}, {.threads = 3});
    const BackendInfo& info = simulation->backend();
    EXPECT_EQ(info.kind, BackendKind::cpu);
    EXPECT_EQ(info.threads, 3);
    EXPECT_FALSE(info.device.empty());
    EXPECT_FALSE(info.driver.empty());
    EXPECT_GT(info.memory_bytes, 0u);
    EXPECT_GE(cpu_backend_info().threads, 1);
    EXPECT_EQ(simulation->grid(), (GridSize{8, 8}));
    EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
    EXPECT_EQ(simulation->picture(), nullptr);
}

TEST(CpuSimulation, SubmitReturnsWhileTheWorkGoesOn) {
    auto simulation = simulation_of(random_field({1024, 1024}), 0.2);
    simulation->wait();
    // Hours of work: were submit to wait for it, the test would not end.
    simulation->submit({.steps = 1'000'000'000});
    EXPECT_EQ(simulation->batches_in_flight(), 1);
    EXPECT_EQ(simulation->step(), 1'000'000'000);
    EXPECT_FALSE(simulation->poll());
    simulation = nullptr;  // neither does the end wait for it
}

TEST(CpuSimulation, ReportsInOrderAndCountsWhatIsInFlight) {
    auto simulation = simulation_of(random_field({64, 48}), 0.2, "two_step");
    simulation->submit({.steps = 3, .publish = false, .statistics = false});
    simulation->submit({.steps = 0, .publish = true, .statistics = true});
    simulation->submit({.steps = 4, .publish = false, .statistics = true});
    EXPECT_EQ(simulation->batches_in_flight(), 3);
    simulation->wait();
    EXPECT_EQ(simulation->batches_in_flight(), 3) << "reports stay for poll";

    const BatchReport first = simulation->poll().value();
    EXPECT_EQ(first.step, 3);
    EXPECT_EQ(first.steps, 3);
    EXPECT_EQ(first.launches, 2) << "two steps at once, then one";
    EXPECT_EQ(first.kernel->name, "two_step");
    EXPECT_GT(first.seconds, 0.0);
    EXPECT_TRUE(first.warm_up);
    EXPECT_FALSE(first.published);
    EXPECT_FALSE(first.statistics);

    const BatchReport second = simulation->poll().value();
    EXPECT_EQ(second.step, 3);
    EXPECT_TRUE(second.published);
    EXPECT_EQ(second.statistics.value().step, 3);

    const BatchReport third = simulation->poll().value();
    EXPECT_EQ(third.step, 7);
    EXPECT_FALSE(third.warm_up);
    EXPECT_FALSE(simulation->poll());
    EXPECT_EQ(simulation->batches_in_flight(), 0);
}

TEST(CpuSimulation, ABatchAfterAKernelSwitchIsAWarmUp) {
    auto simulation = simulation_of(random_field({64, 48}), 0.2, "global");
    EXPECT_TRUE(run(*simulation, {.steps = 1}).warm_up);
    EXPECT_FALSE(run(*simulation, {.steps = 1}).warm_up);
    simulation->set_kernel(find_kernel("tiled", BackendKind::cpu));
    EXPECT_TRUE(run(*simulation, {.steps = 0}).warm_up)
        << "nothing ran, so the next is one as well";
    EXPECT_TRUE(run(*simulation, {.steps = 1}).warm_up);
    simulation->set_kernel(find_kernel("tiled", BackendKind::cpu));
    EXPECT_FALSE(run(*simulation, {.steps = 1}).warm_up);
}

TEST(CpuSimulation, SwitchingKernelAndRatioKeepsFieldAndStep) {
    const Field initial = random_field({90, 75});
    auto simulation = simulation_of(initial, 0.2, "two_step");
    simulation->submit({.steps = 5});
    simulation->set_kernel(find_kernel("tiled", BackendKind::cpu));
    simulation->submit({.steps = 2});
    simulation->set_step_ratio(StepRatio::from(0.26));
    simulation->submit({.steps = 3});
    Field expected = advance_cell_by_cell(initial, StepRatio::from(0.2), 7);
    expected = advance_cell_by_cell(expected, StepRatio::from(0.26), 3);
    EXPECT_TRUE(same_field(simulation->read_back(), expected));
    EXPECT_EQ(simulation->step(), 10);
}

TEST(CpuSimulation, RefusesWhatItCannotDo) {
    auto simulation = make_cpu_simulation({16, 16});
    EXPECT_CONTAINS(
        refusal([&] { simulation->set_kernel(find_kernel("texture", BackendKind::cuda)); }),
        "--kernel texture");
    EXPECT_CONTAINS(refusal([&] { simulation->load(Field({16, 15}), 0); }), "16x15");
    EXPECT_CONTAINS(refusal([&] { simulation->paint({.radius = NAN}); }), "brush nan");
}

TEST(CpuSimulation, SetWallsRewritesTheRingForGood) {
    auto simulation = simulation_of(random_field({70, 60}), 0.2);
    simulation->submit({.steps = 1});
    const Walls walls{1, 2, 3, 4};
    simulation->set_walls(walls);
    for (const int steps : {0, 1, 2}) {
        run_steps(*simulation, steps);
        const Field field = simulation->read_back();
        Field expected = field.clone();
        apply_walls(expected, walls);
        EXPECT_TRUE(same_field(field, expected)) << steps;
    }
}

TEST(CpuSimulation, PaintsACapsuleAndKeepsTheRing) {
    const Field initial({100, 80}, 0.5f);
    auto simulation = simulation_of(initial, 0.2);
    simulation->paint({.row0 = 40, .col0 = 30, .row1 = 40, .col1 = 60, .radius = 8, .value = 2});
    const Field field = simulation->read_back();
    EXPECT_EQ(field.at(40, 30), 2.0f);
    EXPECT_EQ(field.at(44, 45), 2.0f) << "half the radius";
    EXPECT_EQ(field.at(40, 64), 2.0f);
    EXPECT_NEAR(field.at(46, 45), 1.25f, 1e-6) << "three quarters: half of the way";
    EXPECT_EQ(field.at(48, 45), 0.5f) << "the rim";
    EXPECT_EQ(field.at(40, 69), 0.5f);

    simulation->paint({.row0 = -1, .col0 = -1, .row1 = 90, .col1 = 120, .radius = 500, .value = 7});
    const Field full = simulation->read_back();
    EXPECT_FALSE(first_ring_difference(full, initial));
    EXPECT_EQ(full.at(1, 1), 7.0f);
    EXPECT_EQ(full.at(78, 98), 7.0f);

    simulation->paint({.row0 = 1e30f, .col0 = -1e30f, .row1 = 1e30f, .col1 = 5, .value = 3});
    simulation->paint({.row0 = 40, .col0 = 30, .row1 = 40, .col1 = 30, .radius = 0, .value = 3});
    EXPECT_TRUE(same_field(simulation->read_back(), full)) << "nothing of these lies on the grid";
}

TEST(CpuSimulation, PaintingRemovesWhatIsNotFinite) {
    Field initial({40, 40});
    initial.at(20, 20) = std::numeric_limits<float>::quiet_NaN();
    auto simulation = simulation_of(initial, 0.2);
    simulation->paint({.row0 = 20, .col0 = 20, .row1 = 20, .col1 = 20, .radius = 4, .value = 1});
    EXPECT_EQ(simulation->read_back().at(20, 20), 1.0f);
}

TEST(CpuSimulation, CheckpointsAreAStack) {
    const Field initial = random_field({60, 50});
    auto simulation = simulation_of(initial, 0.2, "two_step");
    ASSERT_GE(simulation->checkpoint_capacity(), 2);
    EXPECT_FALSE(simulation->restore_checkpoint());

    simulation->checkpoint();
    simulation->paint({.row0 = 20, .col0 = 20, .row1 = 20, .col1 = 20, .value = 3});
    const Field painted = simulation->read_back();
    simulation->submit({.steps = 3});
    simulation->checkpoint();
    const Field later = simulation->read_back();
    simulation->submit({.steps = 4});
    simulation->set_walls({9, 9, 9, 9});

    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_EQ(simulation->step(), 3);
    EXPECT_TRUE(same_field(simulation->read_back(), later)) << "ring included";
    run_steps(*simulation, 1);
    EXPECT_TRUE(same_field(simulation->read_back(),
                           advance_cell_by_cell(painted, StepRatio::from(0.2), 4)));

    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_EQ(simulation->step(), 0);
    EXPECT_TRUE(same_field(simulation->read_back(), initial));
    EXPECT_FALSE(simulation->restore_checkpoint());
}

TEST(CpuSimulation, TheOldestCheckpointIsForgotten) {
    auto simulation = simulation_of(random_field({20, 20}), 0.2);
    const int capacity = simulation->checkpoint_capacity();
    for (int i = 0; i < capacity + 2; ++i) {
        simulation->checkpoint();
        run_steps(*simulation, 1);
    }
    int restored = 0;
    while (simulation->restore_checkpoint())
        ++restored;
    EXPECT_EQ(restored, capacity);
    EXPECT_EQ(simulation->step(), 2);
    EXPECT_EQ(run(*simulation, {}).step, 2) << "the worker's step is the caller's";
}

TEST(CpuSimulation, LoadRestartsAndClearsTheCheckpoints) {
    const Field initial = random_field({60, 50});
    auto simulation = simulation_of(initial, 0.26);
    simulation->submit({.steps = 5});
    simulation->checkpoint();
    simulation->load(initial, 100);
    EXPECT_FALSE(simulation->restore_checkpoint());
    EXPECT_EQ(simulation->step(), 100);
    EXPECT_EQ(run(*simulation, {.steps = 2}).step, 102);
    EXPECT_TRUE(same_field(simulation->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(0.26), 2)));
}

TEST(CpuSimulation, ProbeReadsACellAndItsNeighbours) {
    Field initial({5, 4});
    float next = 0;
    for (float& cell : initial.cells())
        cell = next++;
    auto simulation = simulation_of(initial, 0.2);
    EXPECT_FALSE(run(*simulation, {}).probe);
    simulation->set_probe(Cell{1, 2});
    ProbeReading reading = run(*simulation, {}).probe.value();
    EXPECT_EQ(reading.cell, (Cell{1, 2}));
    EXPECT_EQ(reading.centre, 7);
    EXPECT_EQ(reading.north, 2);
    EXPECT_EQ(reading.east, 8);
    EXPECT_EQ(reading.south, 12);
    EXPECT_EQ(reading.west, 6);
    simulation->set_probe(Cell{0, 4});
    reading = run(*simulation, {}).probe.value();
    EXPECT_EQ(reading.centre, 4);
    EXPECT_TRUE(std::isnan(reading.north));
    EXPECT_TRUE(std::isnan(reading.east));
    EXPECT_EQ(reading.west, 3);
    simulation->set_probe(std::nullopt);
    EXPECT_FALSE(run(*simulation, {}).probe);
}

TEST(CpuSimulation, ProbeReadsNeighboursAsTheUpdateDoes) {
    Field initial({5, 4});
    float next = 0;
    for (float& cell : initial.cells())
        cell = next++;
    auto simulation = simulation_of(initial, 0.2);
    const auto probe = [&](const Boundaries& boundaries, Cell cell) {
        simulation->set_boundaries(boundaries);
        simulation->set_probe(cell);
        return run(*simulation, {}).probe.value();
    };
    const ProbeReading first = probe(Boundaries::all(BoundaryKind::periodic), {0, 0});
    EXPECT_EQ(first.north, 15);
    EXPECT_EQ(first.east, 1);
    EXPECT_EQ(first.south, 5);
    EXPECT_EQ(first.west, 4);
    const ProbeReading last = probe(Boundaries::all(BoundaryKind::periodic), {3, 4});
    EXPECT_EQ(last.north, 14);
    EXPECT_EQ(last.east, 15);
    EXPECT_EQ(last.south, 4);
    EXPECT_EQ(last.west, 18);
    const ProbeReading mixed = probe({BoundaryKind::insulated, BoundaryKind::periodic,
                                      BoundaryKind::dirichlet, BoundaryKind::periodic},
                                     {0, 4});
    EXPECT_EQ(mixed.centre, 4);
    EXPECT_EQ(mixed.north, 4);
    EXPECT_EQ(mixed.east, 0);
    EXPECT_EQ(mixed.south, 9);
    EXPECT_EQ(mixed.west, 3);
    const ProbeReading held = probe({BoundaryKind::insulated, BoundaryKind::periodic,
                                     BoundaryKind::dirichlet, BoundaryKind::periodic},
                                    {3, 0});
    EXPECT_EQ(held.west, 19);
    EXPECT_TRUE(std::isnan(held.south));
    EXPECT_TRUE(std::isnan(probe({}, {4, 0}).centre)) << "outside the grid";
}

TEST(CpuSimulation, MeasuresItsBaselinesAndLeavesTheField) {
    const Field initial = random_field({500, 300});
    auto simulation = simulation_of(initial, 0.26, "two_step");
    run_steps(*simulation, 3);
    const double bandwidth = simulation->measure_copy_bandwidth();
    EXPECT_GT(bandwidth, 1e8);
    EXPECT_LT(bandwidth, 1e13);
    EXPECT_NE(simulation->measure_copy_bandwidth(), bandwidth) << "measured anew";
    const double empty = simulation->measure_empty_launch().value();
    EXPECT_GT(empty, 1e-9);
    EXPECT_LT(empty, 1e-2);
    EXPECT_TRUE(same_field(simulation->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(0.26), 3)));
    run_steps(*simulation, 2);
    EXPECT_TRUE(same_field(simulation->read_back(),
                           advance_cell_by_cell(initial, StepRatio::from(0.26), 5)));
}

}  // namespace
}  // namespace heatlab
