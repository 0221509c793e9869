#include "sim/ghost/application.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../test_support.h"
#include "sim/cpu/cache_size.h"
#include "sim/ghost/problem.h"
#include "sim/ghost/reference.h"

namespace heatlab::ghost {
namespace {

using test::refusal;
using Real = std::vector<float>;
using Whole = std::vector<std::int32_t>;

const Application& app(const char* name) {
    return find_application(name);
}

GridSize small_grid(const Application& application) {
    if (application.dimensions == 1)
        return GridSize::line(37);
    return application.dimensions == 2 ? GridSize{19, 13} : GridSize::box(9, 7, 5);
}

TEST(GhostApplications, AreSevenAndFoundByName) {
    std::set<std::string> names;
    for (const Application& application : application_table()) {
        names.emplace(application.name);
        EXPECT_EQ(&find_application(application.name), &application);
        EXPECT_FALSE(application.title.empty() || application.sentence.empty() ||
                     application.formula.empty() || application.cells_name.empty());
        EXPECT_EQ(application.has_source(), !application.source_name.empty());
    }
    EXPECT_EQ(names, (std::set<std::string>{"pathfinder", "hotspot", "poisson", "cell", "heat1d",
                                            "heat2d", "heat3d"}));
    EXPECT_CONTAINS(refusal([] { find_application("life"); }).c_str(),
                    "--app life: the applications are pathfinder, hotspot, poisson, cell");
}

TEST(GhostApplications, ShowTheStructOfTheirFileAlone) {
    for (const Application& application : application_table()) {
        std::ifstream file(HEATLAB_TEST_ROOT "/sim/ghost/applications/" +
                           std::string(application.file) + ".h");
        std::ostringstream whole;
        whole << file.rdbuf();
        const std::string text(application_text(application));
        EXPECT_TRUE(whole.str().starts_with(text)) << application.name;
        EXPECT_CONTAINS(text.c_str(), ("struct " + std::string(application.type) + " {").c_str());
        EXPECT_TRUE(text.ends_with("}  // namespace heatlab::ghost\n")) << application.name;
        EXPECT_EQ(text.find("ApplicationData"), std::string::npos) << application.name;
    }
    // All that is included there is at hand.
    for (const Application& application : application_table()) {
        std::istringstream lines{std::string(application_text(application))};
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("#include"))
                continue;
            EXPECT_TRUE(std::ranges::any_of(application_headers(), [&](const HeaderText& header) {
                return line == "#include \"" + std::string(header.file) + "\"";
            })) << line;
        }
    }
}

TEST(GhostProblems, AreTheSameForTheSameSeedAndOthersForAnother) {
    for (const Application& application : application_table()) {
        const GridSize grid = small_grid(application);
        const Problem problem = make_problem(application, grid, 4);
        EXPECT_EQ(problem.application, &application);
        EXPECT_EQ(problem.start, make_problem(application, grid, 4).start);
        EXPECT_EQ(problem.source, make_problem(application, grid, 4).source);
        const auto size = std::visit([](const auto& cells) { return cells.size(); }, problem.start);
        EXPECT_EQ(size, static_cast<std::size_t>(grid.cells()));
    }
    for (const char* name : {"pathfinder", "cell"}) {
        const GridSize grid = small_grid(app(name));
        EXPECT_NE(make_problem(app(name), grid, 4).start, make_problem(app(name), grid, 5).start);
    }
    EXPECT_NE(make_problem(app("hotspot"), {19, 13}, 4).source,
              make_problem(app("hotspot"), {19, 13}, 5).source);
}

TEST(GhostProblems, OfPathFinderHaveAWallOfZeroToNine) {
    const int width = 1000;
    const Problem problem = make_problem(app("pathfinder"), GridSize::line(width), 1);
    const Whole& wall = std::get<Whole>(problem.source);
    ASSERT_EQ(std::ssize(wall), std::int64_t{problem.source_rows + repeated_source_rows} * width);
    EXPECT_GE(problem.source_rows, repeated_source_rows);
    std::array<std::int64_t, 10> counts{};
    for (const int stone : wall) {
        ASSERT_GE(stone, 0);
        ASSERT_LE(stone, 9);
        ++counts[static_cast<std::size_t>(stone)];
    }
    // Of n draws each kind has n / 10; six standard deviations are 6 sqrt(0.09 n).
    const auto n = static_cast<double>(wall.size());
    for (const std::int64_t count : counts)
        EXPECT_NEAR(static_cast<double>(count), n / 10, 6 * std::sqrt(0.09 * n));
    const auto repeated = wall.end() - std::ptrdiff_t{repeated_source_rows} * width;
    EXPECT_TRUE(std::equal(repeated, wall.end(), wall.begin()));
    // The start is a row of its own.
    const Whole& start = std::get<Whole>(problem.start);
    EXPECT_FALSE(std::equal(start.begin(), start.end(), wall.begin()));
    EXPECT_EQ(problem.source_rows, rows_of_source(width));
    // No cache keeps a wall until its rows come again.
    const auto cached = static_cast<double>(last_cache_bytes("/sys/devices/system/cpu"));
    for (const int columns : {50'001, 1'000'003})
        EXPECT_GT(4.0 * columns * (rows_of_source(columns) + 1), std::max(256e6, 2 * cached));
    // Wide walls have fewer rows, and never fewer than are repeated.
    EXPECT_EQ(rows_of_source(1 << 30), repeated_source_rows);
}

TEST(GhostProblems, OfCellAreAliveWithProbabilityThreeTenths) {
    const Problem problem = make_problem(app("cell"), GridSize::box(50, 40, 30), 2);
    const Whole& cells = std::get<Whole>(problem.start);
    const auto alive = std::ranges::count(cells, 1);
    EXPECT_EQ(alive + std::ranges::count(cells, 0), std::ssize(cells));
    const auto n = static_cast<double>(cells.size());
    EXPECT_NEAR(static_cast<double>(alive), 0.3 * n, 6 * std::sqrt(0.21 * n));
}

TEST(GhostProblems, OfHotSpotHavePowerInBlocks) {
    const GridSize grid{300, 200};
    const Problem problem = make_problem(app("hotspot"), grid, 3);
    EXPECT_TRUE(
        std::ranges::all_of(std::get<Real>(problem.start), [](float t) { return t == 323.0f; }));
    const Real& power = std::get<Real>(problem.source);
    const auto [least, most] = std::ranges::minmax(power);
    EXPECT_GE(least, 0);
    EXPECT_LT(most, 2.8e-3f);
    EXPECT_GT(most, 1.4e-3f);
    const std::set<float> kinds(power.begin(), power.end());
    EXPECT_GT(kinds.size(), 16u);
    EXPECT_LE(kinds.size(), 64u);
    // Blocks: along a row few cells differ from their neighbour.
    int changes = 0;
    for (std::size_t i = 1; i < power.size(); ++i)
        changes += power[i] != power[i - 1] ? 1 : 0;
    EXPECT_LT(changes, 16 * grid.height);
}

TEST(GhostProblems, OfPoissonHaveOppositeCharges) {
    const GridSize grid{128, 96};
    const Problem problem = make_problem(app("poisson"), grid);
    const Real& charge = std::get<Real>(problem.source);
    const auto [least, most] = std::ranges::minmax(charge);
    EXPECT_NEAR(most, 100, 1);
    for (std::size_t i = 0; i < charge.size(); ++i)
        ASSERT_NEAR(charge[i], -charge[charge.size() - 1 - i], 1e-3f);
    const double h = 1.0 / 128;
    EXPECT_FLOAT_EQ(problem.coefficients[0], static_cast<float>(-h * h / 4));
}

TEST(GhostProblems, RefuseGridsThatDoNotFit) {
    EXPECT_CONTAINS(refusal([] { make_problem(app("hotspot"), GridSize::line(4)); }).c_str(),
                    "--grid 4: hotspot has two dimensions");
    EXPECT_CONTAINS(refusal([] {
                        make_problem(app("cell"), {4, 4});
                    }).c_str(),
                    "cell has three dimensions");
    EXPECT_CONTAINS(refusal([] {
                        make_problem(app("heat2d"), {4, 0});
                    }).c_str(),
                    "--grid 4x0: each side is at least 1 cell");
    EXPECT_CONTAINS(refusal([] {
                        make_problem(app("heat2d"), {1 << 30, 1 << 30});
                    }).c_str(),
                    "choose a smaller grid");
    EXPECT_CONTAINS(refusal([] {
                        make_problem(app("hotspot"), {4, 4}, 0, 0);
                    }).c_str(),
                    "--divide-time-step 0: the time step is divided by a whole number from 1");
    EXPECT_CONTAINS(
        refusal([] { make_problem(app("cell"), GridSize::box(4, 4, 4), 0, 2); }).c_str(),
        "cell has no time step");
}

TEST(HotSpotStability, EndsAbove1385CellsAnEdge) {
    EXPECT_EQ(largest_stable_edge(app("hotspot")), 1385);
    EXPECT_EQ(largest_stable_edge(app("heat2d")), std::nullopt);
    EXPECT_EQ(stable_time_division(app("hotspot"), {1385, 1385}), 1);
    EXPECT_EQ(stable_time_division(app("hotspot"), {1386, 1386}), 2);
    EXPECT_EQ(stable_time_division(app("hotspot"), {4096, 4096}), 9);
    EXPECT_EQ(stable_time_division(app("cell"), GridSize::box(2000, 2, 2)), 1);
    EXPECT_TRUE(is_stable(make_problem(app("hotspot"), {100, 100})));
    Problem problem = make_problem(app("hotspot"), {20, 20});
    problem.grid = {2000, 2000};
    EXPECT_FALSE(is_stable(problem));
    problem.time_division = 3;
    EXPECT_TRUE(is_stable(problem));
}

/// Growth per step of a checkerboard on the chip's temperature with these coefficients.
double checkerboard_growth(const Coefficients& coefficients) {
    constexpr int edge = 64;
    constexpr int steps = 8;
    Problem problem = make_problem(app("hotspot"), {edge, edge});
    problem.coefficients = coefficients;
    problem.source = Real(edge * edge);
    const auto height = [&](const Cells& cells) {
        const Real& t = std::get<Real>(cells);
        const std::size_t middle = edge / 2 * edge + edge / 2;  // edges are not seen so soon
        return std::abs(double{t[middle]} - t[middle + 1]);
    };
    Real start(edge * edge);
    for (int i = 0; i < edge * edge; ++i)
        start[static_cast<std::size_t>(i)] = (i / edge + i % edge) % 2 == 0 ? 90.0f : 70.0f;
    problem.start = start;
    return std::pow(height(reference_after(problem, steps)) / height(problem.start), 1.0 / steps);
}

TEST(HotSpotStability, IsThatOfTheUpdate) {
    const auto of_edge = [](int edge, int division) {
        const Problem problem = make_problem(app("hotspot"), {edge, edge}, 0, division);
        return checkerboard_growth(problem.coefficients);
    };
    EXPECT_LT(of_edge(1385, 1), 1.0);
    EXPECT_GT(of_edge(1386, 1), 1.0);
    EXPECT_LT(of_edge(1386, 2), 1.0);
    EXPECT_LT(of_edge(2048, stable_time_division(app("hotspot"), {2048, 2048})), 1.0);
    EXPECT_GT(of_edge(2048, stable_time_division(app("hotspot"), {2048, 2048}) - 1), 1.0);
}

}  // namespace
}  // namespace heatlab::ghost
