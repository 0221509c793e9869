#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using enum BoundaryKind;
using CudaBoundaryTest = CudaTest;

/// All alike, pairs, and each side alone, so that none can stand in for another.
const Boundaries open_boundaries[] = {
    Boundaries::all(insulated),
    Boundaries::all(periodic),
    {dirichlet, periodic, dirichlet, periodic},
    {periodic, dirichlet, periodic, dirichlet},
    {insulated, periodic, insulated, periodic},
    {periodic, insulated, periodic, dirichlet},
    {insulated, dirichlet, dirichlet, dirichlet},
    {dirichlet, insulated, dirichlet, dirichlet},
    {dirichlet, dirichlet, insulated, dirichlet},
    {dirichlet, dirichlet, dirichlet, insulated},
    {insulated, insulated, dirichlet, dirichlet},
};

std::vector<const KernelInfo*> open_kernels() {
    std::vector<const KernelInfo*> kernels;
    for (const KernelInfo* kernel : cuda_kernels()) {
        if (kernel->any_boundary && kernel->advances) {
            kernels.push_back(kernel);
        }
    }
    return kernels;
}

std::string case_text(const KernelInfo& kernel, GridSize grid, const Boundaries& boundaries,
                      std::int64_t steps) {
    return std::string(kernel.name) + ", " + std::to_string(grid.width) + "x" +
           std::to_string(grid.height) + ", " + boundaries_text(boundaries) + ", " +
           std::to_string(steps) + " steps";
}

void expect_reference(GridSize grid, const std::vector<std::int64_t>& batches) {
    const Field initial = noise_field(grid, 51);
    const StepRatio r = StepRatio::from(0.23);
    const auto simulation = make_cuda_simulation(grid);
    simulation->set_step_ratio(r);
    for (const Boundaries& boundaries : open_boundaries) {
        for (const KernelInfo* kernel : open_kernels()) {
            simulation->set_kernel(*kernel);
            simulation->set_boundaries(boundaries);
            simulation->load(initial, 0);
            Field expected = initial.clone();
            for (const std::int64_t steps : batches) {
                run_steps(*simulation, steps);
                expected = advance_cell_by_cell(expected, r, steps, boundaries);
                EXPECT_TRUE(same_cells(expected, simulation->read_back()))
                    << case_text(*kernel, grid, boundaries, steps);
            }
        }
    }
}

TEST_F(CudaBoundaryTest, SeveralKernelsTakeOpenSides) {
    EXPECT_GE(open_kernels().size(), 3u);
}

TEST_F(CudaBoundaryTest, EveryGridEqualsTheUpdateCellByCell) {
    for (const GridSize grid : {GridSize{1, 1},
                                {1, 2},
                                {2, 1},
                                {1, 9},
                                {9, 1},
                                {2, 2},
                                {2, 9},
                                {33, 2},
                                {3, 3},
                                {34, 10},
                                {131, 37},
                                {257, 300},
                                {1024, 24}}) {
        expect_reference(grid, {1, 1, 2});
    }
}

TEST_F(CudaBoundaryTest, TallAndWideGrids) {
    expect_reference({5, 8 * 65'535 + 77}, {2});
    expect_reference({1'000'003, 4}, {2});
}

TEST_F(CudaBoundaryTest, RecordedSeriesFollowEveryChangeOfBoundary) {
    // Series of launches are recorded once and started again: with the boundaries they began with.
    const GridSize grid{97, 53};
    const StepRatio r = StepRatio::from(0.24);
    for (const KernelInfo* kernel : open_kernels()) {
        ArrayTarget target(grid);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
        Field expected = noise_field(grid, 52);
        simulation->load(expected, 0);
        simulation->set_step_ratio(r);
        simulation->set_kernel(*kernel);
        simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
        for (int turn = 0; turn < 6; ++turn) {
            const Boundaries boundaries =
                turn % 3 == 2 ? Boundaries{} : open_boundaries[static_cast<std::size_t>(turn)];
            simulation->set_boundaries(boundaries);
            for (const std::int64_t steps : {1, 131, 256}) {
                run_batch(*simulation, {.steps = steps});
                expected = advance_cell_by_cell(expected, r, steps, boundaries);
                EXPECT_TRUE(same_cells(expected, simulation->read_back()))
                    << case_text(*kernel, grid, boundaries, steps);
                EXPECT_TRUE(same_cells(expected, target.shown_cells()))
                    << "shown: " << case_text(*kernel, grid, boundaries, steps);
            }
        }
    }
}

TEST_F(CudaBoundaryTest, StagedPicturesHoldTheOutermostCells) {
    const GridSize grid{70, 31};
    const StepRatio r = StepRatio::from(0.2);
    const Field initial = noise_field(grid, 53);
    const auto simulation = make_cuda_simulation(grid, {.display = CudaDisplay::staged});
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    simulation->set_boundaries(Boundaries::all(periodic));
    simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
    run_batch(*simulation, {.steps = 5});
    const Field expected = advance_cell_by_cell(initial, r, 5, Boundaries::all(periodic));
    EXPECT_EQ(difference_text(expected, *simulation->picture()), std::nullopt);
}

TEST_F(CudaBoundaryTest, WallsAndPaintEqualTheCpu) {
    for (const GridSize grid : {GridSize{121, 90}, {1, 40}, {40, 1}, {2, 2}}) {
        const Field initial = noise_field(grid, 54);
        std::vector<Boundaries> all(std::begin(open_boundaries), std::end(open_boundaries));
        all.emplace_back();
        for (const Boundaries& boundaries : all) {
            const auto cpu = make_cpu_simulation(grid);
            const auto cuda = make_cuda_simulation(grid);
            for (Simulation* simulation : {cpu.get(), cuda.get()}) {
                simulation->load(initial, 0);
                simulation->set_step_ratio(StepRatio::from(0.24));
                simulation->set_boundaries(boundaries);
                simulation->set_walls({.top = 0.5f, .right = -1, .bottom = 0.25f, .left = 3});
                run_steps(*simulation, 1);
                simulation->paint({-1, -1, 3, 2, 5, 2});
                simulation->paint({85, 60, 92, 121.5f, 6, -4});
                simulation->paint({-9, 20, -9, 30, 6, 100});
                run_steps(*simulation, 2);
            }
            EXPECT_TRUE(same_cells(cpu->read_back(), cuda->read_back()))
                << grid.width << "x" << grid.height << ", " << boundaries_text(boundaries);
        }
    }
}

TEST_F(CudaBoundaryTest, ASideThatBecomesFixedKeepsItsCells) {
    const GridSize grid{60, 50};
    const StepRatio r = StepRatio::from(0.2);
    Field expected = noise_field(grid, 55);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(expected, 0);
    simulation->set_step_ratio(r);
    // An odd number of steps: the two buffers hold different edges.
    simulation->set_boundaries(Boundaries::all(insulated));
    run_steps(*simulation, 3);
    simulation->set_boundaries({});
    run_steps(*simulation, 2);
    expected = advance_cell_by_cell(expected, r, 3, Boundaries::all(insulated));
    expected = advance_cell_by_cell(expected, r, 2);
    EXPECT_TRUE(same_cells(expected, simulation->read_back()));
    for (const char* kernel : {"two_step", "texture"}) {
        simulation->set_kernel(find_kernel(kernel, BackendKind::cuda));
        run_steps(*simulation, 3);
        expected = advance_cell_by_cell(expected, r, 3);
        EXPECT_TRUE(same_cells(expected, simulation->read_back())) << kernel;
    }
}

TEST_F(CudaBoundaryTest, ProbeReadsNeighboursAsTheUpdateDoes) {
    const GridSize grid{40, 30};
    const Field field = noise_field(grid, 57);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(field, 0);
    const auto probe = [&](const Boundaries& boundaries, Cell cell) {
        simulation->set_boundaries(boundaries);
        simulation->set_probe(cell);
        return run_batch(*simulation, {.statistics = false}).probe.value();
    };
    const ProbeReading first = probe(Boundaries::all(periodic), {0, 0});
    EXPECT_EQ(first.north, field.at(29, 0));
    EXPECT_EQ(first.east, field.at(0, 1));
    EXPECT_EQ(first.south, field.at(1, 0));
    EXPECT_EQ(first.west, field.at(0, 39));
    const ProbeReading last = probe(Boundaries::all(periodic), {29, 39});
    EXPECT_EQ(last.east, field.at(29, 0));
    EXPECT_EQ(last.south, field.at(0, 39));
    const ProbeReading mixed = probe({insulated, periodic, dirichlet, periodic}, {0, 39});
    EXPECT_EQ(mixed.north, field.at(0, 39));
    EXPECT_EQ(mixed.east, field.at(0, 0));
    EXPECT_EQ(mixed.south, field.at(1, 39));
    EXPECT_TRUE(std::isnan(probe({insulated, periodic, dirichlet, periodic}, {29, 0}).south));
}

std::string refused(const std::function<void()>& call) {
    try {
        call();
    } catch (const InputError& refusal) {
        return refusal.argument();
    }
    return "accepted";
}

TEST_F(CudaBoundaryTest, WhatDoesNotSuitIsRefused) {
    const GridSize grid{64, 40};
    const Field initial = noise_field(grid, 56);
    const StepRatio r = StepRatio::from(0.2);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(initial, 0);
    simulation->set_step_ratio(r);
    simulation->set_boundaries(Boundaries::all(periodic));
    for (const KernelInfo* kernel : cuda_kernels()) {
        EXPECT_EQ(refused([&] { simulation->set_kernel(*kernel); }),
                  kernel->any_boundary ? "accepted" : "--kernel")
            << kernel->name;
    }
    EXPECT_EQ(refused([&] {
                  simulation->set_boundaries({insulated, periodic, insulated, insulated});
              }),
              "--boundary");
    // All that was refused has changed nothing.
    simulation->set_kernel(default_kernel());
    run_steps(*simulation, 2);
    EXPECT_TRUE(same_cells(advance_cell_by_cell(initial, r, 2, Boundaries::all(periodic)),
                           simulation->read_back()));
    simulation->set_boundaries({});
    simulation->set_kernel(find_kernel("texture", BackendKind::cuda));
    EXPECT_EQ(refused([&] { simulation->set_boundaries(Boundaries::all(insulated)); }),
              "--boundary");
}

}  // namespace
}  // namespace heatlab::testing
