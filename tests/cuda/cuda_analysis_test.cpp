#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/cuda/analysis_support.h"

namespace heatlab::testing {
namespace {

using enum BoundaryKind;
using CudaAnalysisTest = CudaTest;

TEST_F(CudaAnalysisTest, EveryGridAndBoundaryEqualsPlainLoops) {
    for (const GridSize grid : {GridSize{1, 1},
                                {1, 9},
                                {9, 1},
                                {2, 2},
                                {5, 3},
                                {4, 4},
                                {127, 33},
                                {128, 32},
                                {130, 31},
                                {513, 65},
                                {512, 64},
                                {1'031, 300}}) {
        const Field field = random_field(grid, 61);
        const auto weights = random_weights(grid, 2, 62);
        const auto simulation = make_cuda_simulation(grid);
        simulation->load(field, 17);
        simulation->set_projections(weights);
        for (const Boundaries& sides : some_boundaries) {
            SCOPED_TRACE(std::to_string(grid.width) + "x" + std::to_string(grid.height) + ", " +
                         boundaries_text(sides));
            simulation->set_boundaries(sides);
            const FieldAnalysis found = analysed(*simulation);
            EXPECT_EQ(found.step, 17);
            expect_analysis(expected_analysis(field, sides, weights), found);
        }
    }
}

TEST_F(CudaAnalysisTest, EveryNumberOfProjections) {
    const GridSize grid{200, 77};
    const Field field = random_field(grid, 63);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(field, 0);
    for (const std::size_t count : {0, 1, 2, 3, 4, 5, 8, 1, 0}) {
        SCOPED_TRACE(count);
        const auto weights = random_weights(grid, count, 64 + static_cast<unsigned>(count));
        simulation->set_projections(weights);
        expect_analysis(expected_analysis(field, {}, weights), analysed(*simulation));
    }
    EXPECT_THROW(simulation->set_projections(random_weights(grid, 9, 1)), InputError);
    EXPECT_THROW(simulation->set_projections(random_weights({200, 76}, 1, 1)), InputError);
}

TEST_F(CudaAnalysisTest, MoreStripsThanBlocks) {
    // Of 512 x 32 cells, and more than 4096 of them: blocks take several.
    for (const GridSize grid : {GridSize{3, 32 * 4'100 + 9}, {512 * 4'100 + 3, 2}}) {
        Field field = random_field(grid, 65);
        // The extremes in what the first blocks take at last.
        field.at(grid.height - 1, grid.width - 1) = 50;
        field.at(grid.height - 1, grid.width - 2) = -50;
        const auto weights = random_weights(grid, 1, 66);
        const auto simulation = make_cuda_simulation(grid);
        simulation->load(field, 0);
        simulation->set_projections(weights);
        simulation->set_boundaries(Boundaries::all(periodic));
        SCOPED_TRACE(grid.width);
        expect_analysis(expected_analysis(field, Boundaries::all(periodic), weights),
                        analysed(*simulation));
    }
}

TEST_F(CudaAnalysisTest, OfEqualValuesTheFirstInReadingOrder) {
    // Later columns are looked at by other threads, and later strips by other blocks.
    const GridSize grid{700, 100};
    Field field(grid, 1.0f);
    for (const Cell cell : {Cell{40, 3}, {39, 650}, {39, 20}, {70, 5}}) {
        field.at(cell.row, cell.col) = 2.0f;
    }
    for (const Cell cell : {Cell{33, 699}, {99, 0}, {34, 0}}) {
        field.at(cell.row, cell.col) = -3.0f;
    }
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(field, 0);
    const FieldAnalysis found = analysed(*simulation);
    expect_extreme({2, {39, 20}}, found.maximum, "maximum");
    expect_extreme({-3, {33, 699}}, found.minimum, "minimum");
    expect_analysis(expected_analysis(field, {}, {}), found);
    // Where nothing changes, the first updated cell.
    simulation->load(Field(grid, 0.5f), 0);
    expect_extreme({0, {1, 1}}, analysed(*simulation).largest_change, "no change");
}

TEST_F(CudaAnalysisTest, MagnitudesThatFloatCannotSquare) {
    const GridSize grid{300, 70};
    const auto weights = random_weights(grid, 2, 67);
    const auto simulation = make_cuda_simulation(grid);
    simulation->set_projections(weights);
    for (const float scale : {1e-30f, 1e-18f, 1e-8f, 1e15f, 1e18f, 1e30f, 1e37f}) {
        Field field = random_field(grid, 68, scale);
        // A part of ordinary size among the others.
        for (int row = 20; row < 30; ++row) {
            for (int col = 100; col < 250; ++col) {
                field.at(row, col) = 0.5f + static_cast<float>(col) / 1'024.0f;
            }
        }
        simulation->load(field, 0);
        SCOPED_TRACE(scale);
        expect_analysis(expected_analysis(field, {}, weights), analysed(*simulation));
    }
}

TEST_F(CudaAnalysisTest, CellsThatAreNotFinite) {
    const GridSize grid{300, 70};
    const auto weights = random_weights(grid, 3, 69);
    const auto simulation = make_cuda_simulation(grid);
    simulation->set_projections(weights);
    Field field = random_field(grid, 70);
    field.at(10, 10) = nan;
    field.at(10, 200) = infinity;
    field.at(69, 299) = -infinity;
    field.at(35, 0) = nan;
    simulation->load(field, 0);
    for (const Boundaries& sides : some_boundaries) {
        simulation->set_boundaries(sides);
        SCOPED_TRACE(boundaries_text(sides));
        expect_analysis(expected_analysis(field, sides, weights), analysed(*simulation));
    }
    simulation->load(Field(grid, nan), 0);
    const FieldAnalysis nothing = analysed(*simulation);
    EXPECT_TRUE(std::isnan(nothing.minimum.value));
    EXPECT_TRUE(std::isnan(nothing.maximum.value));
    EXPECT_TRUE(std::isnan(nothing.mean_square));
    EXPECT_EQ(nothing.largest_change.value, 0);
}

TEST_F(CudaAnalysisTest, EqualsTheCpuAlongARun) {
    const GridSize grid{517, 389};
    const Field initial = random_field(grid, 71);
    const auto weights = random_weights(grid, 4, 72);
    const auto cpu = make_cpu_simulation(grid);
    const auto cuda = make_cuda_simulation(grid);
    for (Simulation* simulation : {cpu.get(), cuda.get()}) {
        simulation->load(initial, 0);
        simulation->set_projections(weights);
        simulation->set_boundaries(Boundaries::all(insulated));
        simulation->set_step_ratio(StepRatio::from(0.26));
    }
    for (int turn = 0; turn < 5; ++turn) {
        const Batch batch{.steps = 9, .publish = false, .analysis = true};
        const BatchReport expected = run_batch(*cpu, batch);
        const BatchReport found = run_batch(*cuda, batch);
        const Field now = cuda->read_back();
        EXPECT_TRUE(same_cells(cpu->read_back(), now));
        EXPECT_GT(found.analysis_seconds, 0);
        expect_extreme(expected.analysis->minimum, found.analysis->minimum, "minimum");
        expect_extreme(expected.analysis->maximum, found.analysis->maximum, "maximum");
        expect_extreme(expected.analysis->largest_change, found.analysis->largest_change,
                       "largest change");
        expect_analysis(expected_analysis(now, Boundaries::all(insulated), weights),
                        *found.analysis);
    }
}

TEST_F(CudaAnalysisTest, TheSameFieldGivesTheSameBits) {
    const GridSize grid{1'500, 900};
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(noise_field(grid, 73), 0);
    simulation->set_projections(random_weights(grid, 1, 74));
    const FieldAnalysis first = analysed(*simulation);
    for (int i = 0; i < 5; ++i) {
        const FieldAnalysis again = analysed(*simulation);
        EXPECT_EQ(first.mean_square, again.mean_square);
        EXPECT_EQ(first.projections, again.projections);
    }
}

TEST_F(CudaAnalysisTest, OnlyWhereItIsAskedFor) {
    const auto simulation = make_cuda_simulation({64, 64});
    simulation->load(random_field({64, 64}, 75), 0);
    const BatchReport plain = run_batch(*simulation, {});
    EXPECT_FALSE(plain.analysis);
    EXPECT_FALSE(plain.changes);
    EXPECT_FALSE(plain.loupe);
    EXPECT_FALSE(plain.watched);
    EXPECT_EQ(plain.analysis_seconds, 0);
    // Results of one batch do not appear in the next, which uses the same memory.
    EXPECT_TRUE(run_batch(*simulation, {.analysis = true}).analysis);
    EXPECT_FALSE(run_batch(*simulation, {}).analysis);
}

TEST_F(CudaAnalysisTest, ChangesOfARectangleBitForBit) {
    const GridSize grid{203, 99};
    const Field field = random_field(grid, 76);
    for (const Boundaries& sides : some_boundaries) {
        const auto simulation = make_cuda_simulation(grid);
        simulation->load(field, 4);
        simulation->set_boundaries(sides);
        const CellRect updated = updated_cells(grid, sides);
        for (const CellRect& cells : {updated, CellRect{50, 40, 37, 21}, CellRect{1, 1, 1, 1}}) {
            const auto block = run_batch(*simulation, {.publish = false, .changes = cells}).changes;
            ASSERT_TRUE(block);
            EXPECT_EQ(block->cells, cells);
            EXPECT_EQ(block->step, 4);
            ASSERT_EQ(std::ssize(block->values), std::int64_t{cells.width} * cells.height);
            std::size_t i = 0;
            for (int row = cells.row; row < cells.row + cells.height; ++row) {
                for (int col = cells.col; col < cells.col + cells.width; ++col) {
                    ASSERT_EQ(block->values[i++], change_at(field, sides, row, col).value())
                        << boundaries_text(sides) << ", row " << row << ", column " << col;
                }
            }
        }
    }
    const auto simulation = make_cuda_simulation(grid);
    EXPECT_THROW(simulation->submit({.changes = CellRect{0, 0, 5, 5}}), InputError);
    EXPECT_EQ(simulation->batches_in_flight(), 0);
}

TEST_F(CudaAnalysisTest, LoupeShowsWhatIsInsideTheGrid) {
    const GridSize grid{203, 99};
    const Field field = random_field(grid, 77);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(field, 3);
    simulation->set_loupe(CellRect{198, 95, 16, 16});
    for (const char* kernel : {"tiled", "texture"}) {
        // r = 0: steps run, and change nothing.
        simulation->set_kernel(find_kernel(kernel, BackendKind::cuda));
        const auto block = run_batch(*simulation, {.steps = 1}).loupe;
        ASSERT_TRUE(block);
        EXPECT_EQ(block->cells, (CellRect{198, 95, 5, 4}));
        for (std::size_t i = 0; i < 20; ++i) {
            EXPECT_EQ(block->values.at(i),
                      field.at(95 + static_cast<int>(i) / 5, 198 + static_cast<int>(i) % 5));
        }
    }
    simulation->set_loupe(CellRect{300, 5, 4, 4});
    EXPECT_FALSE(run_batch(*simulation, {}).loupe);
    EXPECT_THROW(simulation->set_loupe(CellRect{0, 0, 33, 32}), InputError);
}

TEST_F(CudaAnalysisTest, ManyBatchesInFlightKeepTheirOwnResults) {
    const GridSize grid{150, 80};
    const StepRatio r = StepRatio::from(0.22);
    Field expected = random_field(grid, 78);
    const auto simulation = make_cuda_simulation(grid);
    simulation->load(expected, 0);
    simulation->set_step_ratio(r);
    simulation->set_loupe(CellRect{10, 10, 8, 4});
    const CellRect cells{20, 30, 40, 20};
    constexpr int batches = 9;
    for (int i = 0; i < batches; ++i) {
        simulation->submit({.steps = 3, .analysis = i % 2 == 0, .changes = cells});
    }
    simulation->wait();
    for (int i = 0; i < batches; ++i) {
        const BatchReport report = simulation->poll().value();
        expected = advance_cell_by_cell(expected, r, 3);
        EXPECT_EQ(report.step, 3 * (i + 1));
        EXPECT_EQ(report.loupe->values.at(0), expected.at(10, 10));
        EXPECT_EQ(report.changes->values.at(0), change_at(expected, {}, 30, 20));
        ASSERT_EQ(report.analysis.has_value(), i % 2 == 0);
        if (report.analysis) {
            expect_analysis(expected_analysis(expected, {}, {}), *report.analysis);
        }
    }
}

}  // namespace
}  // namespace heatlab::testing
