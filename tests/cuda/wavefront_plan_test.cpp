#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/cuda/layout.h"
#include "sim/cuda/wavefront/batch_plan.h"

namespace heatlab::cuda {
namespace {

using wavefront::Segment;
constexpr int narrow_columns = wavefront::Variants<float>::First::columns;
constexpr int wide_columns = wavefront::Variants<float>::Second::columns;

/// A set of cells of a rectangle.
class CellSet {
public:
    CellSet(int rows, int cols)
        : cols_(cols), held_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)) {}

    char& at(int row, int col) {
        return held_[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_) +
                     static_cast<std::size_t>(col)];
    }

private:
    int cols_;
    std::vector<char> held_;
};

/// Which cells of a segment's strip are what the scheme says after all steps of a pass, when
/// nothing is known of what lies outside the strip and the grid. A wall counts only where the
/// kernel is told of it.
CellSet right_cells(GridSize grid, const ChainShape& shape, const Segment& segment) {
    const int rows =
        std::min(segment.slots * wavefront::rows_per_slot, grid.height - segment.first_source_row);
    const int cols = shape.strip_columns();
    const auto is_wall = [&](int row, int col) {
        const int grid_row = segment.first_source_row + row;
        const int right_wall =
            segment.right_wall_col < 0 ? -1 : cols - shape.columns + segment.right_wall_col;
        return grid_row == 0 || grid_row == grid.height - 1 ||
               (segment.left_wall != 0 && col == 0) || col == right_wall;
    };
    CellSet now(rows, cols);
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) {
            now.at(row, col) = segment.first_col + col < grid.width ? 1 : 0;
        }
    }
    for (int step = 0; step < shape.steps(); ++step) {
        CellSet next(rows, cols);
        for (int row = 0; row < rows; ++row) {
            for (int col = 0; col < cols; ++col) {
                const bool inside = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
                const bool known = inside && now.at(row - 1, col) != 0 &&
                                   now.at(row + 1, col) != 0 && now.at(row, col - 1) != 0 &&
                                   now.at(row, col + 1) != 0;
                next.at(row, col) = now.at(row, col) != 0 && (known || is_wall(row, col)) ? 1 : 0;
            }
        }
        now = next;
    }
    return now;
}

/// Counts how often each cell of the grid is stored, and that it is right.
void expect_all_cells_once(GridSize grid, const PassPlan& plan) {
    CellSet stored(grid.height, grid.width);
    const FieldLayout layout = layout_of(grid);
    for (const Segment& segment : plan.segments) {
        EXPECT_EQ(segment.first_col % 4, 0);
        EXPECT_EQ(segment.first_stored_col % 4, 0);
        EXPECT_EQ(segment.end_stored_col % 4, 0);
        EXPECT_EQ(segment.first_source_row % wavefront::rows_per_slot, 0);
        EXPECT_EQ(segment.first_row % wavefront::rows_per_slot, 0);
        EXPECT_EQ(segment.end_row % wavefront::rows_per_slot, 0);
        // Within the buffer.
        ASSERT_GE(segment.first_col, 0);
        ASSERT_LE(segment.first_col + plan.shape.strip_columns(), layout.pitch);
        ASSERT_GE(segment.first_source_row, 0);
        ASSERT_LT(segment.end_row, grid.height + row_group);
        // All rows that are stored come out.
        EXPECT_GE(segment.slots * wavefront::rows_per_slot,
                  segment.end_row + plan.shape.steps() - segment.first_source_row);
        CellSet right = right_cells(grid, plan.shape, segment);
        for (int row = segment.first_row; row < std::min(segment.end_row, grid.height); ++row) {
            const int end = std::min(segment.end_stored_col, grid.width);
            for (int col = segment.first_stored_col; col < end; ++col) {
                ASSERT_EQ(right.at(row - segment.first_source_row, col - segment.first_col), 1)
                    << "row " << row << ", column " << col;
                ++stored.at(row, col);
            }
        }
    }
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            ASSERT_EQ(stored.at(row, col), 1) << "row " << row << ", column " << col;
        }
    }
}

TEST(WavefrontPass, ComputesEachCellOnceAndFromWhatItReads) {
    for (const GridSize grid :
         {GridSize{381, 3}, GridSize{382, 50}, GridSize{384, 64}, GridSize{513, 131},
          GridSize{727, 90}, GridSize{1000, 37}, GridSize{1061, 70}}) {
        for (const ChainShape& shape :
             {ChainShape{narrow_columns, 1, 2, 3}, ChainShape{narrow_columns, 4, 1, 2},
              ChainShape{narrow_columns, 6, 2, 4}, ChainShape{wide_columns, 8, 1, 5},
              ChainShape{narrow_columns, 2, 1, 1}}) {
            SCOPED_TRACE(std::to_string(grid.width) + "x" + std::to_string(grid.height) + ", " +
                         std::to_string(shape.columns) + " columns, " +
                         std::to_string(shape.warps) + " warps");
            const auto plan = plan_pass(grid, shape);
            ASSERT_EQ(plan.has_value(), grid.width + 3 >= shape.strip_columns());
            if (plan) {
                expect_all_cells_once(grid, *plan);
            }
        }
    }
}

TEST(WavefrontPass, KeepsAllChainsEquallyBusy) {
    const GridSize grid{8192, 8192};
    const ChainShape shape{narrow_columns, 4, 3, 132};
    const PassPlan plan = plan_pass(grid, shape).value();
    ASSERT_EQ(plan.first_segment.size(), 396u + 1);
    EXPECT_EQ(plan.first_segment.front(), 0);
    EXPECT_EQ(plan.first_segment.back(), static_cast<int>(plan.segments.size()));
    int longest = 0;
    int total = 0;
    for (std::size_t chain = 0; chain < 396; ++chain) {
        int slots = 0;
        for (int i = plan.first_segment[chain]; i < plan.first_segment[chain + 1]; ++i) {
            slots += plan.segments[static_cast<std::size_t>(i)].slots;
        }
        longest = std::max(longest, slots);
        total += slots;
    }
    EXPECT_LE(longest, plan.slots);
    EXPECT_LT(396.0 * longest, 1.03 * total);
    // Strips of 384 columns lose 32 to their neighbours, segments twice 16 rows to theirs.
    EXPECT_EQ(plan.strips, 24);
    EXPECT_LT(4.0 * 384.0 * total, 1.22 * 8192.0 * 8192.0);
}

std::vector<ChainShape> shapes_of_an_h200() {
    std::vector<ChainShape> shapes;
    const std::vector<int> most{8, 6, 4, 3, 2, 2};
    for (int warps = 1; warps <= 6; ++warps) {
        for (const int chains : {most[static_cast<std::size_t>(warps - 1)], 1}) {
            shapes.push_back({narrow_columns, warps, chains, 132});
        }
    }
    shapes.push_back({wide_columns, 8, 1, 132});
    return shapes;
}

std::int64_t steps_of(const BatchPlanner& planner, const BatchPlan& plan) {
    std::int64_t steps = plan.single_steps;
    for (const BatchPlan::Passes& some : plan.passes) {
        steps += some.count * planner.kinds().at(some.kind).shape.steps();
    }
    return steps;
}

TEST(WavefrontBatch, TakesExactlyTheStepsAskedForLongestPassesFirst) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{300, 8190}, GridSize{513, 511},
                                GridSize{2048, 2048}, GridSize{16384, 16384}}) {
        const BatchPlanner planner(grid, shapes_of_an_h200());
        for (std::int64_t steps = 0; steps < 300; ++steps) {
            const BatchPlan plan = planner.plan(steps);
            ASSERT_EQ(steps_of(planner, plan), steps);
            for (std::size_t i = 1; i < plan.passes.size(); ++i) {
                EXPECT_GE(planner.kinds()[plan.passes[i - 1].kind].shape.steps(),
                          planner.kinds()[plan.passes[i].kind].shape.steps());
            }
        }
        EXPECT_EQ(steps_of(planner, planner.plan(1'000'000'007)), 1'000'000'007);
    }
}

TEST(WavefrontBatch, TakesSingleStepsWhereAStripDoesNotFit) {
    const BatchPlanner planner({300, 8190}, shapes_of_an_h200());
    EXPECT_EQ(planner.main_kind(), nullptr);
    EXPECT_EQ(planner.plan(70).single_steps, 70);
    EXPECT_EQ(planner.plan(70).launches(), 70);
    // As on a device that holds no chain.
    EXPECT_EQ(BatchPlanner({8192, 8192}, {}).plan(5).single_steps, 5);
}

TEST(WavefrontBatch, LeavesFewSingleStepsOnLargeGrids) {
    const BatchPlanner planner({8192, 8192}, shapes_of_an_h200());
    ASSERT_NE(planner.main_kind(), nullptr);
    for (std::int64_t steps = 4; steps < 200; ++steps) {
        EXPECT_EQ(planner.plan(steps).single_steps, steps % 4) << steps;
    }
    EXPECT_EQ(planner.plan(16).launches(), 1);
    EXPECT_EQ(planner.plan(32).launches(), 2);
    EXPECT_EQ(planner.plan(960).single_steps, 0);
    // No more passes than of the longest kind, and one or two for the rest.
    EXPECT_LE(planner.plan(1000).launches(), 1000 / 16 + 2);
}

TEST(WavefrontBatch, TakesLongerPassesOnLargerGrids) {
    const auto steps_on = [](int side) {
        return BatchPlanner({side, side}, shapes_of_an_h200()).main_kind()->shape.steps();
    };
    EXPECT_EQ(steps_on(16384), 32);
    EXPECT_LE(steps_on(1024), 24);
}

}  // namespace
}  // namespace heatlab::cuda
