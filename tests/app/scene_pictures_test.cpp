// What an application looks like: pictures against the cells that they are made of.

#include "app/zones/scene_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/ghost/application.h"
#include "sim/ghost/reference.h"

namespace heatlab {
namespace {

std::vector<float> floats(const ghost::Cells& cells) {
    return std::visit([](const auto& v) { return std::vector<float>(v.begin(), v.end()); }, cells);
}

ghost::Problem problem_of(const char* name, GridSize grid) {
    return ghost::make_problem(ghost::find_application(name), grid);
}

TEST(ScenePictures, APlateIsItsCells) {
    const ghost::Problem problem = problem_of("heat2d", {31, 17});
    ScenePictures pictures(problem);
    const std::vector<ScenePicture> shown = pictures.take(problem.start, 0);
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_EQ(shown[0].picture->texels, floats(problem.start));
    EXPECT_EQ(shown[0].picture->grid, (GridSize{31, 17}));
    EXPECT_LT(shown[0].low, shown[0].high);
}

TEST(ScenePictures, APatternStaysInSightWhileAllOfItCools) {
    const ghost::Problem problem = problem_of("hotspot", {40, 40});
    ScenePictures pictures(problem);
    pictures.take(problem.start, 0);
    std::vector<float> cells(1600, 318.0f);
    cells[7] = 318.25f;
    const ScenePicture cooled = pictures.take(cells, 1)[0];
    // Of 323 to 318 only half of what the pattern spans is left above it.
    EXPECT_DOUBLE_EQ(cooled.low, 318);
    EXPECT_DOUBLE_EQ(cooled.high, 318.375);
    // What was seen before is not left where it lies within that.
    cells[7] = 318.2f;
    EXPECT_NEAR(pictures.take(cells, 2)[0].high, 318.3, 1e-4);
}

TEST(ScenePictures, ALargePlateIsReducedToMeans) {
    const ghost::Problem problem = problem_of("heat2d", {2100, 30});
    ScenePictures pictures(problem);
    const FieldPicture& picture = *pictures.take(problem.start, 0)[0].picture;
    ASSERT_EQ(picture.block, 3);
    ASSERT_EQ(picture.width, 700);
    ASSERT_EQ(picture.height, 10);
    const std::vector<float> cells = floats(problem.start);
    for (const int col : {0, 333, 699}) {
        double sum = 0;
        for (int row = 6; row < 9; ++row)
            for (int i = 0; i < 3; ++i)
                sum += static_cast<double>(cells[static_cast<std::size_t>(row) * 2100 +
                                                 static_cast<std::size_t>(col * 3 + i)]);
        EXPECT_NEAR(picture.texels[4 * static_cast<std::size_t>(2 * 700 + col)], sum / 9, 1e-6);
    }
}

TEST(ScenePictures, AChipIsSeenBesideItsPower) {
    const ghost::Problem problem = problem_of("hotspot", {40, 40});
    ScenePictures pictures(problem);
    const std::vector<ScenePicture> shown = pictures.take(problem.start, 0);
    ASSERT_EQ(shown.size(), 2u);
    EXPECT_EQ(shown[0].title, "temperature");
    EXPECT_EQ(shown[1].title, "power");
    EXPECT_EQ(shown[1].picture->texels, floats(problem.source));
}

TEST(ScenePictures, TheResidualIsWhatTheNextStepChanges) {
    const ghost::Problem problem = problem_of("poisson", {24, 24});
    ScenePictures pictures(problem);
    const std::vector<ScenePicture> shown = pictures.take(ghost::reference_after(problem, 5), 5);
    ASSERT_EQ(shown.size(), 2u);
    const std::vector<float> now = floats(ghost::reference_after(problem, 5));
    const std::vector<float> next = floats(ghost::reference_after(problem, 6));
    for (std::size_t i = 0; i < now.size(); ++i)
        EXPECT_EQ(shown[1].picture->texels[i], next[i] - now[i]);
    EXPECT_EQ(shown[1].colours, SceneColours::balanced);
    EXPECT_EQ(shown[1].low, -shown[1].high);
}

TEST(ScenePictures, TheFrontMovesDownTheWall) {
    const ghost::Problem problem = problem_of("pathfinder", GridSize::line(100));
    ScenePictures pictures(problem);
    pictures.take(problem.start, 0);
    EXPECT_EQ(pictures.front(), 0);
    const ghost::Cells cells = ghost::reference_after(problem, 5);
    const std::vector<ScenePicture> shown = pictures.take(cells, 5);
    ASSERT_EQ(shown.size(), 2u);
    EXPECT_EQ(pictures.front(), 5);
    const std::vector<float> costs = floats(cells);
    const float least = *std::ranges::min_element(costs);
    const FieldPicture& picture = *shown[0].picture;
    ASSERT_EQ(picture.height, problem.source_rows);
    for (int row = 0; row < 5; ++row)  // the launch filled them all
        EXPECT_EQ(picture.texels[static_cast<std::size_t>(row) * 100 + 42], costs[42] - least);
    EXPECT_EQ(picture.texels[5 * 100 + 42], 0);
    const std::vector<float> wall = floats(problem.source);
    EXPECT_EQ(shown[1].picture->texels[7 * 100 + 42], wall[7 * 100 + 42]);
    pictures.take(cells, problem.source_rows);
    EXPECT_EQ(pictures.front(), problem.source_rows);
    pictures.take(cells, problem.source_rows + 3);
    EXPECT_EQ(pictures.front(), 3);
}

TEST(ScenePictures, ABlockIsAVolume) {
    const ghost::Problem problem = problem_of("cell", GridSize::box(12, 10, 8));
    ScenePictures pictures(problem);
    const FieldPicture& picture = *pictures.take(problem.start, 0)[0].picture;
    EXPECT_EQ(picture.slices, 8);
    EXPECT_EQ(picture.texels, floats(problem.start));
}

TEST(ScenePictures, ARodGoesOnDownwards) {
    const ghost::Problem problem = problem_of("heat1d", GridSize::line(50));
    ScenePictures pictures(problem);
    pictures.take(problem.start, 0);
    const ghost::Cells later = ghost::reference_after(problem, 9);
    const FieldPicture& picture = *pictures.take(later, 9)[0].picture;
    const std::vector<float> first = floats(problem.start);
    const std::vector<float> second = floats(later);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), picture.texels.begin()));
    EXPECT_TRUE(std::equal(second.begin(), second.end(), picture.texels.begin() + 50));
}

}  // namespace
}  // namespace heatlab
