// One and three dimensions on the device: kernels against the scheme written out, everything else
// against the CPU backend.

#include <cmath>
#include <limits>
#include <random>

#include "sim/difference.h"
#include "sim/errors.h"
#include "sim/text.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using CudaDimensionsTest = CudaTest;

std::vector<GridSize> awkward_grids() {
    std::vector<GridSize> grids;
    for (const int cells : {1, 2, 3, 31, 33, 255, 256, 257, 258, 1000, 100'003}) {
        grids.push_back(GridSize::line(cells));
    }
    for (const auto& [width, height, depth] :
         {std::array{1, 1, 1}, std::array{2, 2, 2}, std::array{3, 3, 3}, std::array{31, 33, 3},
          std::array{33, 31, 17}, std::array{1000, 3, 5}, std::array{3, 5, 1000},
          std::array{257, 255, 4}, std::array{34, 10, 35}}) {
        grids.push_back(GridSize::box(width, height, depth));
    }
    return grids;
}

double ratio_for(GridSize grid) {
    return grid.dimensions == 1 ? 0.47 : 0.16;
}

/// Equal but for denormals, which some ways flush.
void expect_same_values(const std::vector<float>& expected, const std::vector<float>& actual) {
    ASSERT_EQ(expected.size(), actual.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            ASSERT_TRUE(std::isnan(actual[i])) << i;
        } else if (expected[i] != actual[i]) {
            ASSERT_LE(std::abs(expected[i] - actual[i]), 0x1p-126f) << i;
        }
    }
}

TEST_F(CudaDimensionsTest, KernelsEqualTheSchemeOnAwkwardGridsAtAnyStepCount) {
    std::mt19937 random(5);
    for (const GridSize grid : awkward_grids()) {
        const Field initial = noise_field(grid, 31);
        const StepRatio r = StepRatio::from(ratio_for(grid), grid.dimensions);
        for (const KernelInfo* kernel : cuda_kernels(grid.dimensions)) {
            const auto simulation = make_cuda_simulation(grid);
            simulation->load(initial, 0);
            simulation->set_step_ratio(r);
            simulation->set_kernel(*kernel);
            Field expected = initial.clone();
            // Recorded series of 64 launches among them.
            for (const std::int64_t steps :
                 {1, 0, 2, 3, 64, 131, static_cast<int>(random() % 40)}) {
                run_steps(*simulation, steps);
                expected = reference_steps(expected, r, kernel->advances ? steps : 0);
                ASSERT_TRUE(same_cells(expected, simulation->read_back()))
                    << kernel->name << " " << grid_text(grid) << ", " << steps << " steps";
            }
        }
    }
}

TEST_F(CudaDimensionsTest, GridsWithMoreRowsThanALaunchHasBlocks) {
    const GridSize grid = GridSize::box(4, 3, 8 * 65'535 / 3 + 500);
    const Field initial = noise_field(grid, 32);
    const StepRatio r = StepRatio::from(0.15, 3);
    const Field expected = reference_steps(initial, r, 2);
    for (const KernelInfo* kernel : cuda_kernels(3)) {
        if (kernel->advances) {
            EXPECT_TRUE(same_cells(expected, advanced(*kernel, initial, r, 2))) << kernel->name;
        }
    }
}

TEST_F(CudaDimensionsTest, WallsAndBrushEqualTheCpu) {
    for (const GridSize grid : {GridSize::line(301), GridSize::box(41, 33, 27)}) {
        Pair pair(grid);
        const Field initial = noise_field(grid, 33);
        pair.both([&](Simulation& simulation) {
            simulation.load(initial, 0);
            simulation.set_step_ratio(StepRatio::from(ratio_for(grid), grid.dimensions));
            simulation.set_walls({1, 2, 3, 4, 5, 6});
            BrushDab dab{10.5f, 20, 20, 30.25f, 7, 2};
            dab.slice0 = 3;
            dab.slice1 = 19.5f;
            simulation.paint(dab);
            run_steps(simulation, 3);
            simulation.paint({0, 0, 0, 3, 8, 1});           // of the first slice: a face
            simulation.paint({500, 500, 600, 600, 20, 1});  // beside the grid
            BrushDab last{12, 12, 12, 12, 0.4f, 5};
            last.slice0 = last.slice1 = 12;
            simulation.paint(last);
        });
        EXPECT_TRUE(same_cells(pair.cpu->read_back(), pair.cuda->read_back())) << grid_text(grid);
        pair.both([&](Simulation& simulation) { run_steps(simulation, 4); });
        EXPECT_TRUE(same_cells(pair.cpu->read_back(), pair.cuda->read_back())) << grid_text(grid);
    }
}

TEST_F(CudaDimensionsTest, ReadingsEqualTheCpu) {
    for (const GridSize grid : {GridSize::line(1), GridSize::line(70'001), GridSize::box(3, 3, 3),
                                GridSize::box(131, 67, 41)}) {
        Pair pair(grid);
        Field initial = noise_field(grid, 34);
        if (grid.cells() > 1000) {
            initial.cells()[501] = std::numeric_limits<float>::quiet_NaN();
            initial.cells()[777] = -std::numeric_limits<float>::infinity();
            initial.cells()[grid.cells() - 1] = -7.5f;
        }
        BatchReport found[2];
        int i = 0;
        PictureRequest request;
        request.alternating_threshold = 0.2f;
        pair.both([&](Simulation& simulation) {
            simulation.load(initial, 5);
            simulation.set_picture_request(request);
            simulation.set_probe(Cell{grid.rows() / 2, grid.width / 3});
            simulation.set_loupe(CellRect{0, 0, 5, 5});
            found[i++] = run_batch(simulation, {.publish = false, .analysis = true});
        });
        const auto& [cpu, cuda] = found;
        SCOPED_TRACE(grid_text(grid));
        EXPECT_NEAR(cpu.statistics->minimum, cuda.statistics->minimum, 0x1p-126f);
        EXPECT_NEAR(cpu.statistics->maximum, cuda.statistics->maximum, 0x1p-126f);
        EXPECT_EQ(cpu.statistics->non_finite_cells, cuda.statistics->non_finite_cells);
        EXPECT_EQ(cpu.statistics->alternating_maximum, cuda.statistics->alternating_maximum);
        EXPECT_EQ(cpu.statistics->alternating_cells, cuda.statistics->alternating_cells);
        if (grid.width > 1000) {
            EXPECT_GT(cuda.statistics->alternating_cells, grid.width / 10);  // of noise
        }
        EXPECT_EQ(cpu.statistics->histogram, cuda.statistics->histogram);
        const auto neighbours = [](const ProbeReading& probe) {
            return std::vector{probe.centre, probe.north, probe.east, probe.south,
                               probe.west,   probe.up,    probe.down};
        };
        expect_same_values(neighbours(*cpu.probe), neighbours(*cuda.probe));
        expect_same_values(cpu.loupe->values, cuda.loupe->values);
        EXPECT_NEAR(cpu.analysis->maximum.value, cuda.analysis->maximum.value, 0x1p-126f);
        EXPECT_EQ(cpu.analysis->maximum.cell, cuda.analysis->maximum.cell);
        EXPECT_NEAR(cpu.analysis->mean_square, cuda.analysis->mean_square,
                    1e-6 * cpu.analysis->mean_square);
        EXPECT_EQ(cpu.analysis->largest_change.value, cuda.analysis->largest_change.value);
        EXPECT_EQ(cpu.analysis->largest_change.cell, cuda.analysis->largest_change.cell);
    }
}

TEST_F(CudaDimensionsTest, WatchedStepsStopWhereTheCpuDoes) {
    for (const GridSize grid : {GridSize::line(5'000), GridSize::box(40, 30, 20)}) {
        Pair pair(grid);
        const Field initial = noise_field(grid, 35);
        BatchReport found[2];
        int i = 0;
        pair.both([&](Simulation& simulation) {
            simulation.load(initial, 0);
            simulation.set_step_ratio(
                StepRatio::from(grid.dimensions == 1 ? 0.6 : 0.2, grid.dimensions));
            Batch batch{.steps = 30};
            batch.watch = ValueLimits{-0.5f, 1.5f};
            found[i++] = run_batch(simulation, batch);
        });
        ASSERT_TRUE(found[0].crossing && found[1].crossing) << grid_text(grid);
        EXPECT_EQ(found[0].crossing->step, found[1].crossing->step);
        EXPECT_EQ(found[0].crossing->extreme.value, found[1].crossing->extreme.value);
        EXPECT_EQ(found[0].crossing->extreme.cell, found[1].crossing->extreme.cell);
    }
}

TEST_F(CudaDimensionsTest, EveryPlaneIsSeenAsTheCpuSeesIt) {
    const GridSize grid = GridSize::box(67, 45, 39);
    const Field initial = noise_field(grid, 36);
    Pair pair(grid, {.display = CudaDisplay::staged});
    ArrayTarget target(grid);
    const auto interop =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    for (Simulation* simulation : {pair.cpu.get(), pair.cuda.get(), interop.get()}) {
        simulation->load(initial, 0);
        simulation->set_step_ratio(StepRatio::from(0.16, 3));
    }
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        for (const int index : {0, 7, 38}) {
            for (const int most : {2048, 20}) {
                SCOPED_TRACE(static_cast<int>(axis) * 1000 + index);
                const GridSize size = plane_size(grid, axis);
                PictureRequest request;
                request.visible = {1, 2, size.width - 3, size.height - 2};
                request.max_width = most;
                request.plane = {axis, index};
                for (Simulation* simulation : {pair.cpu.get(), pair.cuda.get(), interop.get()}) {
                    simulation->set_picture_request(request);
                    run_batch(*simulation, {.steps = 1});
                }
                const auto expected = pair.cpu->picture();
                const auto staged = pair.cuda->picture();
                EXPECT_EQ(expected->grid, staged->grid);
                EXPECT_EQ(expected->plane, staged->plane);
                EXPECT_EQ(expected->cells, staged->cells);
                expect_same_values(expected->texels, staged->texels);
                const FieldPicture shown = target.shown_blocks();
                EXPECT_EQ(expected->cells, shown.cells);
                std::vector<float> means;
                for (std::size_t i = 0; i < shown.texels.size(); i += 4) {
                    means.push_back(shown.texels[i]);
                }
                if (expected->block == 1) {
                    expect_same_values(expected->texels, means);
                } else {
                    expect_same_values(expected->texels, shown.texels);
                }
            }
        }
    }
    EXPECT_EQ(interop->field_bytes_to_host(), 0u);
}

TEST_F(CudaDimensionsTest, AVolumeGoesByTheHostWhereTheTargetHasNoRoom) {
    const GridSize grid = GridSize::box(33, 21, 9);
    const Field initial = noise_field(grid, 37);
    ArrayTarget target(grid, 2, false);
    for (const CudaOptions& options :
         {CudaOptions{.display = CudaDisplay::staged},
          CudaOptions{.display = CudaDisplay::interop, .target = &target}}) {
        const auto simulation = make_cuda_simulation(grid, options);
        simulation->load(initial, 0);
        PictureRequest request;
        request.volume = true;
        simulation->set_picture_request(request);
        run_batch(*simulation, {});
        const auto picture = simulation->picture();
        ASSERT_TRUE(picture);
        EXPECT_EQ(picture->slices, 9);
        EXPECT_TRUE(std::ranges::equal(picture->texels, initial.cells()));
        EXPECT_EQ(simulation->field_bytes_to_host(), initial.cells().size_bytes());
    }
}

TEST_F(CudaDimensionsTest, AVolumeStaysOnTheDeviceInATexture) {
    for (const GridSize grid : {GridSize::box(1, 1, 1), GridSize::box(33, 21, 9),
                                GridSize::box(128, 64, 70), GridSize::box(3, 257, 2)}) {
        const Field initial = noise_field(grid, 39);
        ArrayTarget target(grid);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
        simulation->load(initial, 0);
        simulation->set_step_ratio(StepRatio::from(0.15, 3));
        PictureRequest request;
        request.visible = {0, 0, grid.width, grid.height};
        request.max_width = request.max_height = 512;
        for (const bool volume : {true, false, true}) {
            request.volume = volume;
            simulation->set_picture_request(request);
            run_batch(*simulation, {.steps = 3});
            SCOPED_TRACE(grid_text(grid) + (volume ? ", a volume" : ", a plane"));
            EXPECT_EQ(target.shown_step(), simulation->step());
            EXPECT_EQ(target.shows_blocks(), !volume);
            if (volume) {
                EXPECT_TRUE(same_cells(simulation->read_back(), target.shown_cells()));
            }
        }
        EXPECT_EQ(simulation->field_bytes_to_host(), 0u);
        EXPECT_EQ(simulation->picture(), nullptr);
    }
}

TEST_F(CudaDimensionsTest, ALineIsShownCellByCellAndReduced) {
    const GridSize grid = GridSize::line(3'001);
    const Field initial = noise_field(grid, 38);
    ArrayTarget target(grid);
    const auto cpu = make_cpu_simulation(grid);
    const auto cuda =
        make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
    for (Simulation* simulation : {cpu.get(), cuda.get()}) {
        simulation->load(initial, 0);
        simulation->set_step_ratio(StepRatio::from(0.3, 1));
    }
    for (const int most : {4096, 700}) {
        PictureRequest request;
        request.visible = {0, 0, grid.width, 1};
        request.max_width = most;
        for (Simulation* simulation : {cpu.get(), cuda.get()}) {
            simulation->set_picture_request(request);
            run_batch(*simulation, {.steps = 5});
        }
        if (most > grid.width) {
            EXPECT_TRUE(same_cells(cuda->read_back(), target.shown_cells()));
        } else {
            expect_same_values(cpu->picture()->texels, target.shown_blocks().texels);
        }
    }
}

TEST_F(CudaDimensionsTest, CheckpointsCopiesAndComparisonsTakeAllRows) {
    for (const GridSize grid : {GridSize::line(777), GridSize::box(33, 21, 9)}) {
        const Field initial = noise_field(grid, 39);
        const auto first = make_cuda_simulation(grid);
        const auto second = make_cuda_simulation(grid, {.beside = first.get()});
        for (Simulation* simulation : {first.get(), second.get()}) {
            simulation->load(initial, 0);
            simulation->set_step_ratio(StepRatio::from(ratio_for(grid), grid.dimensions));
        }
        first->checkpoint();
        first->set_host_copies({.policy = HostCopyPolicy::every_step});
        run_steps(*first, 3);
        const Field advanced = first->read_back();
        EXPECT_TRUE(same_cells(advanced, first->newest_host_copy().value()));
        EXPECT_TRUE(same_cells(advanced, first->request_field(Field())->take()));
        const auto comparer = first->make_comparer_with(*second);
        ASSERT_TRUE(comparer);
        comparer->submit(std::nullopt);
        first->wait();
        std::optional<FieldDifference> difference;
        while (!(difference = comparer->poll())) {
        }
        std::int64_t differing = 0;
        for (std::size_t i = 0; i < initial.cells().size(); ++i) {
            differing += initial.cells()[i] != advanced.cells()[i] ? 1 : 0;
        }
        EXPECT_EQ(difference->cells, differing) << grid_text(grid);
        EXPECT_TRUE(first->restore_checkpoint());
        EXPECT_TRUE(same_cells(initial, first->read_back()));
    }
}

TEST_F(CudaDimensionsTest, KernelsOfOtherDimensionsAreRefused) {
    const auto line = make_cuda_simulation(GridSize::line(100));
    EXPECT_THROW(line->set_kernel(find_kernel("tiled", BackendKind::cuda, 2)), InputError);
    EXPECT_THROW(line->set_boundaries(Boundaries::all(BoundaryKind::periodic)), InputError);
    const auto box = make_cuda_simulation(GridSize::box(10, 10, 10));
    EXPECT_THROW(box->set_kernel(find_kernel("vector", BackendKind::cuda, 2)), InputError);
    EXPECT_NO_THROW(box->set_kernel(find_kernel("tiled", BackendKind::cuda, 3)));
    const auto resources = box->kernel_resources(find_kernel("tiled", BackendKind::cuda, 3));
    EXPECT_EQ(resources->shared_bytes_per_block, 2 * 34 * 10 * 4);
    EXPECT_EQ(line->kernel_resources(find_kernel("halo_tile", BackendKind::cuda, 1))
                  ->shared_bytes_per_block,
              1'032);
}

}  // namespace
}  // namespace heatlab::testing
