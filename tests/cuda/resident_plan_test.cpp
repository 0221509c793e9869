#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/cuda/layout.h"
#include "sim/cuda/resident/tile_plan.h"

namespace heatlab::cuda {
namespace {

using resident::Tile;
using resident::TileShape;

constexpr TileShape small{4, 3, 4};  // 128 x 12

bool owns(const Tile& tile, int row, int col) {
    return row >= tile.first_own_row && row < tile.end_own_row && col >= tile.first_own_col &&
           col < tile.end_own_col;
}

/// Cells that a tile has after an exchange: its own and those at most `halo` away.
bool has_after_exchange(const Tile& tile, int halo, int row, int col) {
    return row >= tile.first_own_row - halo && row < tile.end_own_row + halo &&
           col >= tile.first_own_col - halo && col < tile.end_own_col + halo;
}

/// Whether a tile's own cells are right `halo` steps after an exchange, when its outermost rows and
/// columns stay as they are.
void expect_right_after_halo_steps(GridSize grid, const TilePlan& plan, const Tile& tile) {
    const int rows = plan.shape.height();
    const int cols = plan.shape.width();
    const int last_col = cols - 4 + (grid.width - 1) % 4;
    std::vector<char> now(static_cast<std::size_t>(rows * cols));
    const auto at = [&](std::vector<char>& cells, int row, int col) -> char& {
        return cells[static_cast<std::size_t>(row * cols + col)];
    };
    const auto is_wall = [&](int row, int col) {
        const int grid_row = tile.first_row + row;
        const int grid_col = tile.first_col + col;
        return grid_row == 0 || grid_row == grid.height - 1 || grid_col == 0 ||
               grid_col == grid.width - 1;
    };
    for (int row = 0; row < rows; ++row) {
        for (int col = 0; col < cols; ++col) {
            at(now, row, col) =
                tile.first_col + col < grid.width &&
                has_after_exchange(tile, plan.halo, tile.first_row + row, tile.first_col + col);
        }
    }
    for (int step = 0; step < plan.halo; ++step) {
        std::vector<char> next(now.size());
        for (int row = 0; row < rows; ++row) {
            for (int col = 0; col < cols; ++col) {
                const bool stays = row == 0 || row == rows - 1 || col == 0 || col >= last_col;
                const bool right = stays ? is_wall(row, col)
                                         : !is_wall(row, col) && at(now, row - 1, col) &&
                                               at(now, row + 1, col) && at(now, row, col - 1) &&
                                               at(now, row, col + 1);
                at(next, row, col) = at(now, row, col) && right;
            }
        }
        now = next;
    }
    for (int row = tile.first_own_row; row < tile.end_own_row; ++row) {
        for (int col = tile.first_own_col; col < std::min(tile.end_own_col, grid.width); ++col) {
            ASSERT_TRUE(at(now, row - tile.first_row, col - tile.first_col))
                << "row " << row << ", column " << col;
        }
    }
}

/// Each cell has one owner, and what a tile reads is written by its neighbours.
void expect_owners(GridSize grid, const TilePlan& plan) {
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            const auto owners = std::ranges::count_if(
                plan.tiles, [&](const Tile& tile) { return owns(tile, row, col); });
            ASSERT_EQ(owners, 1) << "row " << row << ", column " << col;
        }
    }
    for (const Tile& tile : plan.tiles) {
        for (int row = std::max(0, tile.first_own_row - plan.halo);
             row < std::min(grid.height, tile.end_own_row + plan.halo); ++row) {
            for (int col = std::max(0, tile.first_own_col - plan.halo);
                 col < std::min(grid.width, tile.end_own_col + plan.halo); ++col) {
                const bool known =
                    owns(tile, row, col) || std::ranges::any_of(tile.neighbours, [&](int other) {
                        return other >= 0 &&
                               owns(plan.tiles[static_cast<std::size_t>(other)], row, col);
                    });
                ASSERT_TRUE(known) << "row " << row << ", column " << col;
            }
        }
    }
}

TEST(ResidentPlan, TilesAreRightUntilTheNextExchange) {
    int planned = 0;
    for (const GridSize grid :
         {GridSize{128, 12}, GridSize{125, 13}, GridSize{129, 20}, GridSize{200, 33},
          GridSize{301, 40}, GridSize{303, 41}, GridSize{402, 25}, GridSize{400, 44}}) {
        for (const int most : {4, 9, 20}) {
            const auto plan = plan_tiles(grid, small, most);
            if (!plan) {
                continue;
            }
            SCOPED_TRACE(std::to_string(grid.width) + "x" + std::to_string(grid.height) + " on " +
                         std::to_string(most));
            ++planned;
            EXPECT_LE(plan->across * plan->down, most);
            EXPECT_EQ(plan->tiles.size(), static_cast<std::size_t>(plan->across * plan->down));
            EXPECT_GE(plan->halo, 1);
            for (const Tile& tile : plan->tiles) {
                EXPECT_EQ(tile.first_col % 4, 0);
                EXPECT_EQ(tile.first_own_col % 4, 0);
                EXPECT_EQ(tile.end_own_col % 4, 0);
                ASSERT_GE(tile.first_col, 0);
                ASSERT_LE(tile.first_col + plan->shape.width(), layout_of(grid).pitch);
                ASSERT_GE(tile.first_row, 0);
                ASSERT_LE(tile.first_row + plan->shape.height(), grid.height);
                expect_right_after_halo_steps(grid, *plan, tile);
            }
            expect_owners(grid, *plan);
        }
    }
    EXPECT_GE(planned, 12);
}

TEST(ResidentPlan, RefusesGridsThatDoNotFit) {
    EXPECT_FALSE(plan_tiles({1, 1}, small, 100));
    EXPECT_FALSE(plan_tiles({124, 100}, small, 100)) << "narrower than a tile";
    EXPECT_FALSE(plan_tiles({400, 11}, small, 100)) << "lower than a tile";
    EXPECT_FALSE(plan_tiles({1000, 1000}, small, 20)) << "more cells than all tiles";
    EXPECT_FALSE(plan_tiles({8192, 8192}, resident::shape_2048, 132));
    EXPECT_TRUE(plan_tiles({2048, 2048}, resident::shape_2048, 132));
}

TEST(ResidentPlan, FillsAnH200) {
    const TilePlan plan = plan_tiles({2048, 2048}, resident::shape_2048, 132).value();
    EXPECT_EQ(plan.across, 9);
    EXPECT_EQ(plan.down, 14);
    // 9 x 256 columns overlap by 32 each, 14 x 176 rows by 32.
    EXPECT_EQ(plan.halo, 16);
}

}  // namespace
}  // namespace heatlab::cuda
