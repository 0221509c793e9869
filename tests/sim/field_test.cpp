#include "sim/field.h"

#include <gtest/gtest.h>

namespace heatlab {
namespace {

constexpr Walls walls{.top = 1, .right = 2, .bottom = 3, .left = 4};

TEST(ApplyWalls, CornersBelongToTopAndBottom) {
    Field field({4, 3}, 9.0f);
    apply_walls(field, walls);
    const float expected[3][4] = {{1, 1, 1, 1}, {4, 9, 9, 2}, {3, 3, 3, 3}};
    for (int row = 0; row < 3; ++row) {
        for (int col = 0; col < 4; ++col)
            EXPECT_EQ(field.at(row, col), expected[row][col]);
    }
}

TEST(ApplyWalls, AGridOfOneRowTakesTop) {
    Field field({3, 1});
    apply_walls(field, walls);
    for (const float cell : field.cells())
        EXPECT_EQ(cell, 1.0f);
}

TEST(ApplyWalls, AGridOfOneColumnTakesLeftBetweenTopAndBottom) {
    Field field({1, 4});
    apply_walls(field, walls);
    EXPECT_EQ(field.at(0, 0), 1.0f);
    EXPECT_EQ(field.at(1, 0), 4.0f);
    EXPECT_EQ(field.at(2, 0), 4.0f);
    EXPECT_EQ(field.at(3, 0), 3.0f);
}

TEST(ApplyWalls, WritesFixedSidesOnly) {
    constexpr BoundaryKind fixed = BoundaryKind::dirichlet;
    constexpr BoundaryKind open = BoundaryKind::insulated;
    Field field({4, 3}, 9.0f);
    apply_walls(field, walls, {.top = open, .right = fixed, .bottom = fixed, .left = open});
    const float expected[3][4] = {{9, 9, 9, 2}, {9, 9, 9, 2}, {3, 3, 3, 3}};
    for (int row = 0; row < 3; ++row) {
        for (int col = 0; col < 4; ++col)
            EXPECT_EQ(field.at(row, col), expected[row][col]) << row << "," << col;
    }
    Field periodic({4, 3}, 9.0f);
    apply_walls(periodic, walls, Boundaries::all(BoundaryKind::periodic));
    for (const float cell : periodic.cells())
        EXPECT_EQ(cell, 9.0f);
}

TEST(Field, CloneIsIndependent) {
    Field field({2, 2}, 1.0f);
    const Field copy = field.clone();
    field.at(1, 1) = 5.0f;
    EXPECT_EQ(copy.at(1, 1), 1.0f);
    EXPECT_EQ(copy.size(), (GridSize{2, 2}));
}

}  // namespace
}  // namespace heatlab
