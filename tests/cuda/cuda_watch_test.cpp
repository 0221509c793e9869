#include <cmath>
#include <limits>
#include <string>

#include "sim/errors.h"
#include "sim/reference.h"
#include "tests/cuda/cuda_test_fixture.h"

namespace heatlab::testing {
namespace {

using CudaWatchTest = CudaTest;

/// The finite cell furthest outside, of equals the first.
std::optional<ExtremeCell> furthest_outside(const Field& field, const ValueLimits& limits) {
    std::optional<ExtremeCell> furthest;
    double distance = 0;
    for (int row = 0; row < field.size().height; ++row) {
        for (int col = 0; col < field.size().width; ++col) {
            const float value = field.at(row, col);
            const double outside = std::isfinite(value)
                                       ? std::max(double{limits.low} - double{value},
                                                  double{value} - double{limits.high})
                                       : 0.0;
            if (outside > distance) {
                furthest = ExtremeCell{value, {row, col}};
                distance = outside;
            }
        }
    }
    return furthest;
}

std::optional<LimitCrossing> first_crossing(const Field& initial, StepRatio r, std::int64_t from,
                                            std::int64_t steps, const ValueLimits& limits,
                                            const Boundaries& sides = {}) {
    Field field = initial.clone();
    for (std::int64_t step = 1; step <= steps; ++step) {
        field = advance_cell_by_cell(field, r, 1, sides);
        if (const auto extreme = furthest_outside(field, limits)) {
            return LimitCrossing{from + step, *extreme};
        }
    }
    return std::nullopt;
}

void expect_crossing(const std::optional<LimitCrossing>& expected,
                     const std::optional<LimitCrossing>& found) {
    ASSERT_EQ(expected.has_value(), found.has_value());
    if (expected) {
        EXPECT_EQ(expected->step, found->step);
        EXPECT_EQ(expected->extreme.value, found->extreme.value);
        EXPECT_EQ(expected->extreme.cell, found->extreme.cell);
    }
}

/// Square of 1 in 0: its rim overshoots first, at many cells alike.
Field hot_square(GridSize grid) {
    Field field(grid);
    for (int row = grid.height / 4; row < grid.height / 2; ++row) {
        for (int col = grid.width / 3; col < grid.width / 2; ++col) {
            field.at(row, col) = 1;
        }
    }
    return field;
}

TEST_F(CudaWatchTest, EveryKernelFindsTheFirstStepAndTheFurthestCell) {
    const GridSize grid{700, 90};
    const Field initial = hot_square(grid);
    const StepRatio r = StepRatio::from(0.3);
    const ValueLimits limits{-0.01f, 1.01f};
    const auto expected = first_crossing(initial, r, 5, 80, limits);
    ASSERT_TRUE(expected);
    ASSERT_GT(expected->step, 6);
    const Field after = advance_cell_by_cell(initial, r, 80);
    for (const KernelInfo* kernel : cuda_kernels()) {
        SCOPED_TRACE(std::string(kernel->name));
        ArrayTarget target(grid);
        const auto simulation =
            make_cuda_simulation(grid, {.display = CudaDisplay::interop, .target = &target});
        simulation->load(initial, 5);
        simulation->set_step_ratio(r);
        simulation->set_kernel(*kernel);
        simulation->set_picture_request({.visible = {0, 0, grid.width, grid.height}});
        const BatchReport report = run_batch(*simulation, {.steps = 80, .watch = limits});
        EXPECT_TRUE(report.watched);
        EXPECT_EQ(report.steps, 80);
        if (!kernel->advances) {
            EXPECT_FALSE(report.crossing);
            EXPECT_EQ(report.step, 5);
            continue;
        }
        expect_crossing(expected, report.crossing);
        EXPECT_EQ(report.step, 85);
        EXPECT_TRUE(same_cells(after, simulation->read_back()));
        EXPECT_TRUE(same_cells(after, target.shown_cells()));
        // Then as before, in recorded series too.
        run_batch(*simulation, {.steps = 1});
        run_batch(*simulation, {.steps = 200});
        EXPECT_TRUE(same_cells(advance_cell_by_cell(after, r, 201), simulation->read_back()));
    }
}

TEST_F(CudaWatchTest, OneBatchKnowsNothingOfTheOneBefore) {
    const GridSize grid{300, 200};
    const StepRatio r = StepRatio::from(0.3);
    const auto simulation = make_cuda_simulation(grid);
    Field field = hot_square(grid);
    simulation->load(field, 0);
    simulation->set_step_ratio(r);
    const ValueLimits narrow{0.1f, 0.9f};
    const ValueLimits wide{-1e30f, 1e30f};
    std::int64_t step = 0;
    for (const ValueLimits& limits : {narrow, wide, narrow, wide}) {
        const auto expected = first_crossing(field, r, step, 7, limits);
        EXPECT_EQ(expected.has_value(), limits.low == narrow.low);
        expect_crossing(expected, run_batch(*simulation, {.steps = 7, .watch = limits}).crossing);
        field = advance_cell_by_cell(field, r, 7);
        step += 7;
    }
    EXPECT_FALSE(run_batch(*simulation, {.steps = 7}).watched);
    EXPECT_FALSE(run_batch(*simulation, {.steps = 0, .watch = narrow}).crossing);
    EXPECT_THROW(simulation->submit({.steps = 1, .watch = ValueLimits{std::nanf(""), 1.0f}}),
                 InputError);
}

TEST_F(CudaWatchTest, AboveAndBelowAreWeighedAgainstEachOther) {
    const GridSize grid{1'100, 70};
    const auto simulation = make_cuda_simulation(grid);
    // r = 0: the field stays, so that each case is known.
    const ValueLimits limits{-1, 1};
    struct Case {
        Cell high;
        Cell low;
        float high_value;
        float low_value;
    };
    for (const Case& c : {Case{{40, 1'050}, {40, 3}, 3, -3}, Case{{40, 3}, {40, 1'050}, 3, -3},
                          Case{{60, 3}, {2, 3}, 3.5f, -3}, Case{{2, 3}, {60, 1}, 3, -3.5f},
                          Case{{69, 1'099}, {0, 0}, 3e38f, -3e38f}}) {
        Field field(grid);
        field.at(c.high.row, c.high.col) = c.high_value;
        field.at(c.low.row, c.low.col) = c.low_value;
        field.at(30, 30) = std::numeric_limits<float>::infinity();
        simulation->load(field, 0);
        const auto found = run_batch(*simulation, {.steps = 1, .watch = limits}).crossing;
        ASSERT_TRUE(found);
        EXPECT_EQ(found->step, 1);
        // r = 0 times infinity is no number: cells beside it become NaN, which never cross.
        const auto expected = furthest_outside(advance_cell_by_cell(field, StepRatio{}, 1), limits);
        EXPECT_EQ(expected->value, found->extreme.value);
        EXPECT_EQ(expected->cell, found->extreme.cell);
    }
}

TEST_F(CudaWatchTest, OpenSidesAndGridsOfManyStrips) {
    for (const GridSize grid : {GridSize{3, 32 * 4'100 + 9}, {512 * 4'100 + 3, 2}, {1, 1}}) {
        Field field(grid, 0.5f);
        field.at(grid.height - 1, grid.width - 1) = 2;
        field.at(0, 0) = -1;
        const auto simulation = make_cuda_simulation(grid);
        const StepRatio r = StepRatio::from(0.6);
        const Boundaries sides = Boundaries::all(BoundaryKind::insulated);
        const ValueLimits limits{-1.1f, 2.1f};
        simulation->load(field, 0);
        simulation->set_step_ratio(r);
        simulation->set_boundaries(sides);
        SCOPED_TRACE(grid.width);
        expect_crossing(first_crossing(field, r, 0, 12, limits, sides),
                        run_batch(*simulation, {.steps = 12, .watch = limits}).crossing);
    }
}

}  // namespace
}  // namespace heatlab::testing
