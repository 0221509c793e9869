// The plain reference against sums made by hand, and the study's other assumption: that it computes
// what the issue of each application says at edges and corners.

#include "sim/ghost/reference.h"

#include <gtest/gtest.h>

#include <numeric>

#include "sim/ghost/application.h"

namespace heatlab::ghost {
namespace {

using Whole = std::vector<std::int32_t>;
using Real = std::vector<float>;

TEST(GhostReference, FindsTheWayDownAWall) {
    Problem problem{.application = &find_application("pathfinder"), .grid = GridSize::line(4)};
    problem.start = Whole{5, 1, 7, 0};
    problem.source = Whole{1, 2, 3, 4, 10, 20, 30, 40};
    problem.source_rows = 2;
    EXPECT_EQ(reference_after(problem, 1), Cells(Whole{2, 3, 3, 4}));
    EXPECT_EQ(reference_after(problem, 2), Cells(Whole{12, 22, 33, 43}));
    EXPECT_EQ(reference_after(problem, 3), Cells(Whole{13, 14, 25, 37})) << "row 0 again";
}

TEST(GhostReference, EndsBeforeAnyStepThatItsWatcherDoesNotWant) {
    const Problem problem = make_problem(find_application("heat2d"), {9, 7});
    for (std::int64_t last = 0; last < 5; ++last) {
        std::vector<std::int64_t> seen;
        const auto ended = reference_after(problem, 5, [&](std::int64_t step) {
            seen.push_back(step);
            return step < last;
        });
        EXPECT_FALSE(ended) << last;
        EXPECT_EQ(seen.size(), static_cast<std::size_t>(last + 1));
        EXPECT_EQ(seen.back(), last);
    }
    const auto whole = reference_after(problem, 5, [](std::int64_t step) { return step < 5; });
    ASSERT_TRUE(whole);
    EXPECT_EQ(*whole, reference_after(problem, 5));
}

TEST(GhostReference, KeepsHeatInsideInsulatedSides) {
    for (const char* name : {"heat1d", "heat2d", "heat3d"}) {
        const Application& application = find_application(name);
        const GridSize grid{13, application.dimensions > 1 ? 7 : 1,
                            application.dimensions > 2 ? 5 : 1, application.dimensions};
        const Problem problem = make_problem(application, grid);
        const auto sum = [](const Cells& cells) {
            const Real& values = std::get<Real>(cells);
            return std::accumulate(values.begin(), values.end(), 0.0);
        };
        EXPECT_GT(sum(problem.start), 0) << name;
        EXPECT_NEAR(sum(reference_after(problem, 50)), sum(problem.start), 1e-4) << name;
        EXPECT_NE(reference_after(problem, 50), problem.start) << name;
    }
}

TEST(GhostReference, CountsTheNearestCellInsideAtAnEdge) {
    // A live corner of 2 x 2 x 2 counts itself 7 more times, since beyond the edges lies itself,
    // and each of its 7 neighbours inside as often as they lie beside it.
    Problem problem{.application = &find_application("cell"), .grid = GridSize::box(2, 2, 2)};
    problem.start = Whole{1, 0, 0, 0, 0, 0, 0, 0};
    // The corner has n = 7 and lives; its neighbours along an axis have n = 4, those across a face
    // 2, the opposite corner 1: none is born.
    EXPECT_EQ(reference_after(problem, 3), problem.start);
    problem.start = Whole{1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT_EQ(reference_after(problem, 1), Cells(Whole(8, 0))) << "26 neighbours are too many";
}

TEST(GhostReference, AddsASourcePerCell) {
    Problem problem{.application = &find_application("poisson"), .grid = {2, 1}};
    problem.start = Real{4, 8};
    problem.source = Real{0, 0};
    problem.coefficients = make_problem(*problem.application, {2, 1}).coefficients;
    // North and south are the cell itself: (4 + 4 + 4 + 8) / 4 and (8 + 8 + 8 + 4) / 4.
    EXPECT_EQ(reference_after(problem, 1), Cells(Real{5, 7}));
    problem.source = Real{0, 1};
    EXPECT_LT(std::get<Real>(reference_after(problem, 1))[1], 7);
    EXPECT_EQ(std::get<Real>(reference_after(problem, 1))[0], 5);
}

TEST(GhostReference, TakesNoStepWhereNoneIsAsked) {
    const Problem problem = make_problem(find_application("hotspot"), {9, 5}, 3);
    EXPECT_EQ(reference_after(problem, 0), problem.start);
}

}  // namespace
}  // namespace heatlab::ghost
