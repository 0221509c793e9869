#include <cmath>
#include <limits>

#include "sim/errors.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using CudaSimulationTest = CudaTest;

TEST(CudaProbeTest, SaysWhatIsMissing) {
    const CudaDevice device = probe_cuda_device(0);
    EXPECT_NE(device.usable, !device.reason.empty());
    const CudaDevice none = probe_cuda_device(4'711);
    EXPECT_FALSE(none.usable);
    EXPECT_FALSE(none.reason.empty());
    ASSERT_FALSE(probe_cuda_devices().empty());
    EXPECT_EQ(probe_cuda_devices()[0].usable, device.usable);
}

TEST_F(CudaSimulationTest, BackendIsNamed) {
    const auto simulation = make_cuda_simulation({8, 8});
    EXPECT_EQ(simulation->backend().kind, BackendKind::cuda);
    EXPECT_FALSE(simulation->backend().device.empty());
    EXPECT_NE(simulation->backend().driver.find("CUDA"), std::string::npos);
    EXPECT_EQ(simulation->backend().instruction_set.rfind("sm_", 0), 0u);
    EXPECT_GT(simulation->backend().memory_bytes, 0u);
}

TEST_F(CudaSimulationTest, RefusesGridsThatMemoryDoesNotHold) {
    try {
        make_cuda_simulation({1'000'000, 1'000'000});
        FAIL() << "was accepted";
    } catch (const InputError& refusal) {
        EXPECT_EQ(refusal.argument(), "--grid");
        // Two buffers of 10^12 cells, 4 bytes each; 10^6 is a multiple of 32.
        EXPECT_NE(std::string(refusal.what()).find("8000000000000"), std::string::npos);
    }
    EXPECT_THROW(make_cuda_simulation({0, 5}), InputError);
    EXPECT_THROW(make_cuda_simulation({2'000'000'000, 1}), InputError);
}

TEST_F(CudaSimulationTest, PaintAndWallsEqualTheCpu) {
    const GridSize grid{121, 90};
    Pair pair(grid);
    const Field initial = noise_field(grid, 21);
    pair.both([&](Simulation& simulation) {
        simulation.load(initial, 0);
        simulation.set_step_ratio(StepRatio::from(0.24));
        simulation.set_walls({.top = 0.5f, .right = -1, .bottom = 0.25f, .left = 3});
        simulation.paint({10.5f, 20, 40, 77.25f, 9, 2});
        run_steps(simulation, 3);
        simulation.paint({-5, -5, -2, 3, 8, 1});
        simulation.paint({500, 500, 600, 600, 20, 1});
        simulation.paint({45, 60, 45, 60, 0.4f, 5});
    });
    EXPECT_TRUE(same_cells(pair.cpu->read_back(), pair.cuda->read_back()));
}

TEST_F(CudaSimulationTest, StatisticsEqualTheCpu) {
    for (const GridSize grid : {GridSize{1, 1}, {2, 7}, {3, 3}, {300, 257}, {1'031, 700}}) {
        Pair pair(grid);
        Field initial = noise_field(grid, 22);
        if (grid.cells() > 1'000) {
            initial.at(1, 1) = std::numeric_limits<float>::quiet_NaN();
            initial.at(7, 9) = -std::numeric_limits<float>::infinity();
            initial.at(grid.height - 1, 4) = -7.5f;
            initial.at(100, 200) = 1e37f;
        }
        PictureRequest request;
        request.histogram_low = 0.1f;
        request.histogram_high = 0.9f;
        request.alternating_threshold = 0.2f;
        FieldStatistics found[2];
        int i = 0;
        pair.both([&](Simulation& simulation) {
            simulation.load(initial, 5);
            simulation.set_picture_request(request);
            found[i++] = run_batch(simulation, {.publish = false}).statistics.value();
        });
        const auto& [cpu, cuda] = found;
        EXPECT_EQ(cuda.step, 5);
        // Which of several denormals and zeros is the least depends on the order.
        EXPECT_NEAR(cpu.minimum, cuda.minimum, 0x1p-126f);
        EXPECT_NEAR(cpu.maximum, cuda.maximum, 0x1p-126f);
        EXPECT_EQ(cpu.non_finite_cells, cuda.non_finite_cells);
        EXPECT_EQ(cpu.alternating_maximum, cuda.alternating_maximum);
        EXPECT_EQ(cpu.alternating_cells, cuda.alternating_cells);
        EXPECT_EQ(cpu.histogram, cuda.histogram);
    }
}

TEST_F(CudaSimulationTest, StatisticsOfAKnownCheckerboard) {
    const GridSize grid{130, 66};
    Field field(grid);
    for (int row = 1; row < grid.height - 1; ++row) {
        for (int col = 1; col < grid.width - 1; ++col) {
            field.at(row, col) = (row + col) % 2 == 0 ? 0.5f : -0.5f;
        }
    }
    for (const char* kernel : {"tiled", "texture"}) {
        const auto simulation = make_cuda_simulation(grid);
        simulation->load(field, 0);
        simulation->set_kernel(find_kernel(kernel, BackendKind::cuda));
        // r = 0: steps run, and change nothing.
        const FieldStatistics found = run_batch(*simulation, {.steps = 3}).statistics.value();
        EXPECT_EQ(found.minimum, -0.5f);
        EXPECT_EQ(found.maximum, 0.5f);
        EXPECT_EQ(found.non_finite_cells, 0);
        EXPECT_EQ(found.alternating_maximum, 0.5f);
        EXPECT_EQ(found.alternating_cells, std::int64_t{128} * 64);
    }
}

TEST_F(CudaSimulationTest, ProbeReadsACellAndItsNeighbours) {
    const GridSize grid{40, 30};
    const Field field = noise_field(grid, 23);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(field, 9);
    simulation->set_probe(Cell{0, 39});
    const ProbeReading corner = run_batch(*simulation, {.statistics = false}).probe.value();
    EXPECT_EQ(corner.step, 9);
    EXPECT_EQ(corner.centre, field.at(0, 39));
    EXPECT_EQ(corner.south, field.at(1, 39));
    EXPECT_EQ(corner.west, field.at(0, 38));
    EXPECT_TRUE(std::isnan(corner.north));
    EXPECT_TRUE(std::isnan(corner.east));
    simulation->set_probe(std::nullopt);
    EXPECT_FALSE(run_batch(*simulation, {}).probe);
}

TEST_F(CudaSimulationTest, CheckpointsGoBackInOrder) {
    const GridSize grid{70, 50};
    const Field initial = noise_field(grid, 24);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    ASSERT_GE(simulation->checkpoint_capacity(), 2);
    EXPECT_FALSE(simulation->restore_checkpoint());
    simulation->checkpoint();
    simulation->set_kernel(find_kernel("texture", BackendKind::cuda));
    run_steps(*simulation, 4);
    simulation->checkpoint();
    const Field after_four = simulation->read_back();
    simulation->set_walls({.top = 9, .right = 9, .bottom = 9, .left = 9});
    simulation->paint({20, 20, 30, 30, 6, 4});
    run_steps(*simulation, 3);
    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_EQ(simulation->step(), 4);
    EXPECT_TRUE(same_cells(after_four, simulation->read_back()));
    // The ring of both buffers came back with it.
    run_steps(*simulation, 2);
    EXPECT_TRUE(
        same_cells(reference_steps(initial, StepRatio::from(0.2), 6), simulation->read_back()));
    EXPECT_TRUE(simulation->restore_checkpoint());
    EXPECT_EQ(simulation->step(), 0);
    EXPECT_TRUE(same_cells(initial, simulation->read_back()));
    EXPECT_FALSE(simulation->restore_checkpoint());
}

TEST_F(CudaSimulationTest, OldestCheckpointIsForgotten) {
    const auto simulation = make_cuda_simulation({16, 16});
    const int capacity = simulation->checkpoint_capacity();
    simulation->load(noise_field({16, 16}, 25), 0);
    for (int i = 0; i < capacity + 3; ++i) {
        simulation->checkpoint();
    }
    int restored = 0;
    while (simulation->restore_checkpoint()) {
        ++restored;
    }
    EXPECT_EQ(restored, capacity);
}

TEST_F(CudaSimulationTest, TimesStepsAndMarksTheFirstBatch) {
    const auto simulation = make_cuda_simulation({512, 512});
    simulation->load(noise_field({512, 512}, 26), 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    simulation->set_kernel(find_kernel("two_step", BackendKind::cuda));
    const BatchReport first = run_batch(*simulation, {.steps = 7});
    EXPECT_TRUE(first.warm_up);
    EXPECT_EQ(first.steps, 7);
    EXPECT_EQ(first.step, 7);
    EXPECT_EQ(first.launches, 3 + 1);
    EXPECT_GT(first.seconds, 0);
    const BatchReport second = run_batch(*simulation, {.steps = 8});
    EXPECT_FALSE(second.warm_up);
    EXPECT_EQ(second.step, 15);
    EXPECT_EQ(second.launches, 4);
    EXPECT_EQ(second.kernel->name, "two_step");
}

TEST_F(CudaSimulationTest, ReportsComeInOrderHoweverManyAreInFlight) {
    const auto simulation = make_cuda_simulation({300, 200});
    simulation->load(noise_field({300, 200}, 27), 0);
    for (int i = 0; i < 12; ++i) {
        simulation->submit({.steps = i});
    }
    EXPECT_EQ(simulation->batches_in_flight(), 12);
    EXPECT_EQ(simulation->step(), 66);
    simulation->wait();
    for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(simulation->poll().value().steps, i);
    }
    EXPECT_FALSE(simulation->poll());
    EXPECT_EQ(simulation->batches_in_flight(), 0);
}

TEST_F(CudaSimulationTest, MeasuringTheCopyLeavesTheField) {
    const GridSize grid{1'000, 700};
    const Field initial = noise_field(grid, 28);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(initial, 0);
    simulation->set_step_ratio(StepRatio::from(0.2));
    run_steps(*simulation, 1);
    const double bytes_per_second = simulation->measure_copy_bandwidth();
    EXPECT_GT(bytes_per_second, 1e9);
    EXPECT_NEAR(simulation->measure_copy_bandwidth() / bytes_per_second, 1.0, 0.5);
    run_steps(*simulation, 1);
    EXPECT_TRUE(
        same_cells(reference_steps(initial, StepRatio::from(0.2), 2), simulation->read_back()));
}

}  // namespace
}  // namespace heatlab::testing
