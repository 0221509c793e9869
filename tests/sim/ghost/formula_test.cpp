// The reference against the published formulas, computed apart from the updates, and against the
// program's own simulation.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/problem.h"
#include "sim/ghost/reference.h"
#include "sim/random.h"
#include "sim/simulation.h"

namespace heatlab::ghost {
namespace {

using Real = std::vector<float>;
using Whole = std::vector<std::int32_t>;

const Application& app(const char* name) {
    return find_application(name);
}

/// Place of a cell in rows of `width` cells.
std::size_t place(int x, int row, int width) {
    const std::ptrdiff_t rows_before = row;
    return static_cast<std::size_t>(rows_before * width + x);
}

/// A field of doubles whose edges are clamped.
struct Exact {
    GridSize grid;
    std::vector<double> cells;

    double operator()(int x, int y) const {
        x = std::clamp(x, 0, grid.width - 1);
        y = std::clamp(y, 0, grid.height - 1);
        return cells[place(x, y, grid.width)];
    }
};

/// The largest distance of the reference from `formula` (of u, x, y and the source there) in double
/// precision, over the largest value.
double distance(const Problem& problem, int steps,
                const std::function<double(const Exact&, int, int, double)>& formula) {
    const Real& start = std::get<Real>(problem.start);
    const auto* source = std::get_if<Real>(&problem.source);
    Exact exact{problem.grid, {start.begin(), start.end()}};
    for (int step = 0; step < steps; ++step) {
        std::vector<double> next(exact.cells.size());
        for (int y = 0; y < problem.grid.height; ++y)
            for (int x = 0; x < problem.grid.width; ++x) {
                const auto at = place(x, y, problem.grid.width);
                next[at] = formula(exact, x, y, source && !source->empty() ? (*source)[at] : 0.0);
            }
        exact.cells = next;
    }
    const Cells after = reference_after(problem, steps);
    double largest = 0;
    double scale = 0;
    for (std::size_t i = 0; i < exact.cells.size(); ++i) {
        largest = std::max(largest, std::abs(exact.cells[i] - std::get<Real>(after)[i]));
        scale = std::max(scale, std::abs(exact.cells[i]));
    }
    return largest / scale;
}

/// Each step rounds a handful of times, and no update amplifies what was rounded before.
constexpr int exact_steps = 40;
constexpr double rounding = exact_steps * 8 * 0x1p-24;

TEST(GhostFormulas, IsHotSpotsFormula) {
    // As it is published, in SI units.
    const GridSize grid{40, 25};
    const double gw = 0.016 / grid.width, gh = 0.016 / grid.height, t = 0.0005, k = 100;
    const double cv = 1.75e6, f = 0.5;
    const double cap = f * cv * t * gw * gh, rx = gw / (2 * k * t * gh), ry = gh / (2 * k * t * gw);
    const double rz = t / (k * gh * gw), dt = 0.001 / (3e6 / (f * t * cv));
    const Problem problem = make_problem(app("hotspot"), grid, 7);
    EXPECT_LT(distance(problem, exact_steps,
                       [&](const Exact& u, int x, int y, double power) {
                           const double here = u(x, y);
                           return here + dt / cap *
                                             (power + (u(x, y - 1) + u(x, y + 1) - 2 * here) / ry +
                                              (u(x + 1, y) + u(x - 1, y) - 2 * here) / rx +
                                              (80 - here) / rz);
                       }),
              rounding);
}

TEST(GhostFormulas, IsPoissonsFormula) {
    const GridSize grid{40, 25};
    const double h = 1.0 / 40;
    EXPECT_LT(distance(make_problem(app("poisson"), grid), exact_steps,
                       [&](const Exact& u, int x, int y, double f) {
                           return (u(x, y - 1) + u(x, y + 1) + u(x + 1, y) + u(x - 1, y)) / 4 -
                                  h * h * f / 4;
                       }),
              rounding);
}

TEST(GhostFormulas, IsTheHeatEquationInOneAndTwoDimensions) {
    EXPECT_LT(distance(make_problem(app("heat1d"), GridSize::line(97)), exact_steps,
                       [](const Exact& u, int x, int, double) {
                           return u(x, 0) + 0.25 * (u(x - 1, 0) + u(x + 1, 0) - 2 * u(x, 0));
                       }),
              rounding);
    const double r = double{StepRatio::from(0.2).value()};
    EXPECT_LT(distance(make_problem(app("heat2d"), {40, 25}), exact_steps,
                       [&](const Exact& u, int x, int y, double) {
                           return u(x, y) + r * (u(x, y - 1) + u(x, y + 1) + u(x + 1, y) +
                                                 u(x - 1, y) - 4 * u(x, y));
                       }),
              rounding);
}

TEST(GhostFormulas, SpreadsAWaveInThreeDimensionsAsTheoryHasIt) {
    // cos(pi (x + 1/2) / n) along each axis is a wave between insulated faces: a step multiplies it
    // by 1 - 4 r (sin^2 + sin^2 + sin^2) of half its angles.
    const GridSize grid = GridSize::box(12, 10, 8);
    Problem problem = make_problem(app("heat3d"), grid);
    const double pi = std::acos(-1.0);
    Real start;
    for (int z = 0; z < 8; ++z)
        for (int y = 0; y < 10; ++y)
            for (int x = 0; x < 12; ++x)
                start.push_back(static_cast<float>(std::cos(pi * (x + 0.5) / 12) *
                                                   std::cos(2 * pi * (y + 0.5) / 10) *
                                                   std::cos(3 * pi * (z + 0.5) / 8)));
    problem.start = start;
    const auto square = [&](double angle) { return std::pow(std::sin(angle / 2), 2); };
    const double factor =
        1 - 4 * 0.125 * (square(pi / 12) + square(2 * pi / 10) + square(3 * pi / 8));
    const Cells after = reference_after(problem, 10);
    for (std::size_t i = 0; i < start.size(); ++i)
        ASSERT_NEAR(std::get<Real>(after)[i], start[i] * std::pow(factor, 10), 1e-6) << i;
}

TEST(GhostFormulas, FindsTheCheapestOfAllWays) {
    // By trying every way: down one row each step, straight or to either side, staying at an edge.
    const Problem problem = make_problem(app("pathfinder"), GridSize::line(5), 8);
    const Whole& start = std::get<Whole>(problem.start);
    const Whole& wall = std::get<Whole>(problem.source);
    const std::function<int(int, int)> cheapest = [&](int x, int row) -> int {
        if (row < 0)
            return start[static_cast<std::size_t>(x)];
        int best = cheapest(x, row - 1);
        if (x > 0)
            best = std::min(best, cheapest(x - 1, row - 1));
        if (x < 4)
            best = std::min(best, cheapest(x + 1, row - 1));
        return wall[place(x, row, 5)] + best;
    };
    const Cells after = reference_after(problem, 7);
    for (int x = 0; x < 5; ++x)
        EXPECT_EQ(std::get<Whole>(after)[static_cast<std::size_t>(x)], cheapest(x, 6));
}

TEST(GhostFormulas, PlaysTheGameOfLifeInThreeDimensions) {
    const GridSize grid = GridSize::box(11, 9, 8);
    const Problem problem = make_problem(app("cell"), grid, 6);
    Whole cells = std::get<Whole>(problem.start);
    for (int step = 0; step < 6; ++step) {
        Whole next = cells;
        for (int z = 0; z < 8; ++z)
            for (int y = 0; y < 9; ++y)
                for (int x = 0; x < 11; ++x) {
                    int n = 0;
                    for (int i = 0; i < 27; ++i) {
                        if (i == 13)
                            continue;
                        const int nx = std::clamp(x + i % 3 - 1, 0, 10);
                        const int ny = std::clamp(y + i / 3 % 3 - 1, 0, 8);
                        const int nz = std::clamp(z + i / 9 - 1, 0, 7);
                        n += cells[place(nx, nz * 9 + ny, 11)];
                    }
                    int& cell = next[place(x, z * 9 + y, 11)];
                    if (cell == 1 && (n <= 3 || n >= 10))
                        cell = 0;
                    else if (cell == 0 && n >= 5 && n <= 8)
                        cell = 1;
                }
        cells = next;
    }
    EXPECT_EQ(reference_after(problem, 6), Cells(cells));
    EXPECT_GT(std::ranges::count(cells, 1), 0) << "else nothing was compared";
}

/// The program's own simulation and the reference, `steps` steps from the same random start.
struct Both {
    Field simulated;
    Real cells;
};
Both both_after(GridSize grid, int steps) {
    constexpr std::array<const char*, 3> names = {"heat1d", "heat2d", "heat3d"};
    const auto dimension = static_cast<std::size_t>(grid.dimensions);
    Problem problem = make_problem(app(names.at(dimension - 1)), grid);
    Real& start = std::get<Real>(problem.start);
    Field field(grid);
    for (std::size_t i = 0; i < start.size(); ++i)
        field.cells()[i] = start[i] += random_fraction(3, i);
    auto simulation = make_cpu_simulation(grid, {.threads = 2});
    if (grid.dimensions == 2)
        simulation->set_boundaries(Boundaries::all(BoundaryKind::insulated));
    simulation->set_step_ratio(StepRatio::from(double{problem.coefficients[0]}, grid.dimensions));
    simulation->load(field, 0);
    run_steps(*simulation, steps);
    return {simulation->read_back(), std::get<Real>(reference_after(problem, steps))};
}

TEST(GhostFormulas, IsTheProgramsOwnSimulationBetweenInsulatedSides) {
    const Both both = both_after({61, 47}, 25);
    for (std::size_t i = 0; i < both.cells.size(); ++i)
        ASSERT_EQ(both.simulated.cells()[i], both.cells[i]) << i;
}

TEST(GhostFormulas, IsTheProgramsOwnSimulationFarFromSidesThatItHasNot) {
    // In one and three dimensions the program's own sides are fixed; within n steps that is seen
    // n cells from them.
    constexpr int steps = 9;
    for (const GridSize grid : {GridSize::line(301), GridSize::box(29, 27, 25)}) {
        const Both both = both_after(grid, steps);
        const auto far = [&](int i, int cells) { return i >= steps && i < cells - steps; };
        int compared = 0;
        std::size_t at = 0;
        for (int z = 0; z < grid.depth; ++z)
            for (int y = 0; y < grid.height; ++y)
                for (int x = 0; x < grid.width; ++x, ++at) {
                    const bool in_box = far(y, grid.height) && far(z, grid.depth);
                    if (!far(x, grid.width) || (grid.dimensions == 3 && !in_box))
                        continue;
                    ASSERT_EQ(both.simulated.cells()[at], both.cells[at])
                        << x << " " << y << " " << z;
                    ++compared;
                }
        EXPECT_GT(compared, 200);
    }
}

}  // namespace
}  // namespace heatlab::ghost
