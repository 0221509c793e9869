#include "sim/ghost/cpu/cpu_zone_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../test_support.h"
#include "sim/cpu/aligned_memory.h"
#include "sim/cpu/page_distance.h"
#include "sim/ghost/application.h"
#include "sim/ghost/compare_cells.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tiled_cells.h"
#include "sim/ghost/problem.h"
#include "sim/ghost/reference.h"
#include "sim/ghost/visit_application.h"
#include "sim/random.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

using test::refusal;

/// With a start that is random everywhere, so that every cell tells whether it was read.
Problem busy_problem(const Application& application, GridSize grid) {
    Problem problem = make_problem(application, grid, 5);
    if (auto* cells = std::get_if<std::vector<float>>(&problem.start))
        for (std::size_t i = 0; i < cells->size(); ++i)
            (*cells)[i] += random_fraction(9, i);
    return problem;
}

std::vector<GridSize> grids(const Application& application) {
    if (application.dimensions == 1)
        return {GridSize::line(1), GridSize::line(3), GridSize::line(31), GridSize::line(257),
                GridSize::line(1000)};
    if (application.dimensions == 2)
        return {{1, 1}, {3, 3}, {31, 33}, {257, 5}, {5, 130}, {1, 70}, {70, 1}, {96, 64}};
    return {GridSize::box(1, 1, 1),  GridSize::box(3, 3, 3),  GridSize::box(33, 17, 9),
            GridSize::box(70, 3, 5), GridSize::box(5, 4, 37), GridSize::box(16, 16, 16)};
}

std::vector<TileShape> awkward_tiles(const Application& application) {
    if (application.dimensions == 1)
        return {{3}, {17}, {40}, {300}};
    if (application.dimensions == 2)
        return {{3, 3}, {40, 9}, {9, 40}, {100, 100}};
    return {{3, 3, 3}, {20, 6, 8}, {40, 40, 40}};
}

std::string name_of(const ::testing::TestParamInfo<const Application*>& info) {
    return std::string(info.param->name);
}

std::vector<const Application*> applications() {
    std::vector<const Application*> all;
    for (const Application& application : application_table())
        all.push_back(&application);
    return all;
}

class CpuZones : public ::testing::TestWithParam<const Application*> {
protected:
    const Application& application() const { return *GetParam(); }

    /// Compares `steps` steps from the start with the reference.
    void expect_exact(ZoneEngine& engine, const Problem& problem, const Zone& zone,
                      std::int64_t steps, const Cells& expected) {
        engine.restart();
        engine.advance(zone, steps);
        EXPECT_EQ(engine.step(), steps);
        EXPECT_EQ(mismatch_text(expected, engine.read_back(), problem.grid), "")
            << grid_text(problem.grid) << " in tiles of "
            << tile_text(zone.tile, problem.grid.dimensions) << ", k " << zone.steps << ", "
            << steps << " steps";
    }
};
INSTANTIATE_TEST_SUITE_P(All, CpuZones, ::testing::ValuesIn(applications()), name_of);

TEST_P(CpuZones, AgreeToTheBitForEveryTileAndKOnEveryInstructionSet) {
    for (const InstructionSet& instructions : instruction_sets()) {
        if (!instructions.supported)
            continue;
        SCOPED_TRACE(instructions.title);
        CpuZoneEngine engine(2, instructions);
        for (const GridSize grid : grids(application())) {
            const Problem problem = busy_problem(application(), grid);
            constexpr std::int64_t steps = 23;
            const Cells expected = reference_after(problem, steps);
            engine.load(problem);
            std::vector<TileShape> tiles = awkward_tiles(application());
            tiles.push_back(engine.tiles(application()).front());
            for (const TileShape& tile : tiles) {
                const int most = std::min(most_zone_steps(tile, grid.dimensions), 24);
                for (int k = 1; k <= most; ++k)
                    expect_exact(engine, problem, {tile, k}, steps, expected);
            }
        }
    }
}

TEST(CpuZoneEngine, BeginsAWallAgainInTheMiddleOfALaunch) {
    const Application& application = find_application("pathfinder");
    const Problem problem = make_problem(application, GridSize::line(101), 3);
    const std::int64_t steps = problem.source_rows + 50;
    const Cells expected = reference_after(problem, steps);
    CpuZoneEngine engine(2, best_instruction_set());
    engine.load(problem);
    for (const int k : {1, 7, 19}) {
        ASSERT_TRUE(k == 1 || problem.source_rows % k != 0) << "no launch would meet the end";
        engine.restart();
        engine.advance({{64}, k}, steps);
        EXPECT_EQ(mismatch_text(expected, engine.read_back(), problem.grid), "") << k;
    }
}

TEST_P(CpuZones, TakeAnyNumberOfSteps) {
    CpuZoneEngine engine(3, best_instruction_set());
    const GridSize grid = grids(application())[2];
    const Problem problem = busy_problem(application(), grid);
    const TileShape tile = awkward_tiles(application()).back();
    engine.load(problem);
    for (std::int64_t steps = 0; steps <= 20; ++steps)
        expect_exact(engine, problem, {tile, 7}, steps, reference_after(problem, steps));
}

TEST_P(CpuZones, AreExactOnGridsBeyondTheCaches) {
    // Two arrays of it are larger than most caches.
    const GridSize grid = application().dimensions == 1   ? GridSize::line(9'000'001)
                          : application().dimensions == 2 ? GridSize{3001, 3003}
                                                          : GridSize::box(301, 201, 151);
    const Problem problem = busy_problem(application(), grid);
    CpuZoneEngine engine(2, best_instruction_set());
    engine.load(problem);
    const Cells expected = reference_after(problem, 5);
    for (const TileShape& tile : engine.tiles(application()))
        for (const int k : {1, 3})
            expect_exact(engine, problem, {tile, k}, 5, expected);
}

TEST_P(CpuZones, AreOfferedFromOneOnAndShowTheirSource) {
    CpuZoneEngine engine(1, best_instruction_set());
    ASSERT_FALSE(engine.tiles(application()).empty());
    for (const TileShape& tile : engine.tiles(application())) {
        const int most = engine.most_steps(application(), tile);
        EXPECT_LE(most, most_zone_steps(tile, application().dimensions));
        const auto offered = engine.offered_steps(application(), tile);
        ASSERT_EQ(std::ssize(offered), most);
        for (int k = 1; k <= most; ++k)
            EXPECT_EQ(offered[static_cast<std::size_t>(k - 1)], k);
        const std::string source = engine.source(application(), {tile, 2});
        EXPECT_CONTAINS(source.c_str(), ("struct " + std::string(application().type)).c_str());
        EXPECT_CONTAINS(source.c_str(), "A::updated(");
        EXPECT_CONTAINS(source.c_str(), "class Levels");
        EXPECT_EQ(source.find("#include"), std::string::npos);
    }
}

TEST_P(CpuZones, AreTimedWithoutBeingAdvanced) {
    CpuZoneEngine engine(2, best_instruction_set());
    const GridSize grid = grids(application())[3];
    const Problem problem = busy_problem(application(), grid);
    const TileShape tile = awkward_tiles(application()).back();
    engine.load(problem);
    engine.advance({tile, 2}, 5);
    const double seconds = engine.time_launch({tile, 3});
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 0.1);
    EXPECT_EQ(engine.step(), 5);
    EXPECT_EQ(mismatch_text(reference_after(problem, 5), engine.read_back(), grid), "");
    // Nor does it leave traces in what follows.
    engine.advance({tile, 2}, 2);
    EXPECT_EQ(mismatch_text(reference_after(problem, 7), engine.read_back(), grid), "");
}

/// Bytes into a workspace at which a row of a level begins.
std::ptrdiff_t row_begin(const KeptLevels& kept, int dimensions, int level, int row, int slice) {
    constexpr std::ptrdiff_t value_bytes = 4;
    if (dimensions == 1)
        return level % 2 * kept.row * value_bytes;
    const int newest = level * 3 + (dimensions == 3 ? slice : row) % 3;
    if (dimensions == 2)
        return newest * kept.row * value_bytes;
    return (newest * kept.slice + row * kept.row) * value_bytes;
}

TEST_P(CpuZones, KeepRowsApartThatAreReadAndWrittenTogether) {
    CpuZoneEngine engine(1, best_instruction_set());
    const int dimensions = application().dimensions;
    const auto around = [](int at, bool has) {
        return has ? std::vector{at - 1, at, at + 1} : std::vector{at};
    };
    for (const TileShape& tile : engine.tiles(application())) {
        const KeptLevels kept =
            kept_levels({tile, engine.most_steps(application(), tile)}, dimensions);
        for (int level = 1; level < 4; ++level)
            for (int at = 1; at < 7; ++at) {
                const auto written = row_begin(kept, dimensions, level, at, at);
                for (const int row : around(at, dimensions > 1))
                    for (const int slice : around(at, dimensions > 2)) {
                        const auto before =
                            written - row_begin(kept, dimensions, level - 1, row, slice);
                        EXPECT_GE((before % 4096 + 4096) % 4096, 512)
                            << tile_text(tile, dimensions) << ", level " << level << ", at " << at;
                    }
            }
        // What it costs: not more than a quarter of the cells themselves, which are never touched.
        const double rows = 3.0 * (dimensions > 2 ? tile.height : 1);
        const double levels = engine.most_steps(application(), tile) - 1.0;
        const double needed =
            dimensions == 1 ? 2.0 * (tile.width + 64) : rows * levels * (tile.width + 64);
        EXPECT_LE(static_cast<double>(kept.cells), 1.25 * needed) << tile_text(tile, dimensions);
    }
}

TEST_P(CpuZones, StayInsideTheirWorkspace) {
    constexpr std::ptrdiff_t guard = 64;
    constexpr float untouched = -12345;
    ThreadTeam team(1);
    const InstructionSet& instructions = best_instruction_set();
    const RunTile advance = instructions.advance_tile_of(index_of(application()));
    const int dimensions = application().dimensions;
    for (const GridSize grid : grids(application()))
        for (const TileShape& tile : awkward_tiles(application())) {
            const int most = std::min(most_zone_steps(tile, dimensions), 8);
            TiledCells cells(busy_problem(application(), grid), team);
            for (const int steps : {1, 2, most}) {
                const Zone zone{tile, std::min(steps, most)};
                const KeptLevels kept = kept_levels(zone, dimensions);
                const auto memory =
                    aligned_array<float>(static_cast<std::size_t>(kept.cells + 2 * guard));
                std::fill_n(memory.get(), kept.cells + 2 * guard, untouched);
                const TileGrid tiles(grid, zone);
                for (int number = 0; number < tiles.tiles(); ++number) {
                    TileTask task = cells.task(0);
                    tiles.place(number, task);
                    task.steps = zone.steps;
                    task.workspace = memory.get() + guard;
                    task.kept = kept;
                    advance(task);
                }
                const float* const end = memory.get() + guard + kept.cells;
                EXPECT_EQ(std::count(memory.get(), memory.get() + guard, untouched), guard)
                    << grid_text(grid) << " in " << tile_text(tile, dimensions);
                EXPECT_EQ(std::count(end, end + guard, untouched), guard)
                    << grid_text(grid) << " in " << tile_text(tile, dimensions);
            }
        }
}

TEST(PageDistance, IsThatOfStoresBehindLoads) {
    EXPECT_EQ(in_page(0), 0);
    EXPECT_EQ(in_page(3 * 64 + 5), 5);
    EXPECT_EQ(in_page(-5), 59);
    // The first that is far enough, or the best there is.
    EXPECT_EQ(most_apart(10, [](std::ptrdiff_t lines) { return lines - 15; }), 23);
    EXPECT_EQ(most_apart(10, [](std::ptrdiff_t lines) { return lines == 17 ? 5 : 4; }), 17);
    EXPECT_EQ(most_apart(10, [](std::ptrdiff_t) { return 0; }), 10);
}

TEST(CpuZoneEngine, GoesRoundTheRowsOfAWall) {
    const Problem problem = make_problem(find_application("pathfinder"), GridSize::line(3));
    const std::int64_t steps = problem.source_rows + 100;
    CpuZoneEngine engine(1, best_instruction_set());
    engine.load(problem);
    engine.advance({{100}, 31}, steps);
    EXPECT_EQ(mismatch_text(reference_after(problem, steps), engine.read_back(), problem.grid), "");
}

TEST(CpuZoneEngine, RefusesWhatItCannotHave) {
    CpuZoneEngine engine(1, best_instruction_set());
    EXPECT_THROW(engine.advance({{8, 8}, 1}, 1), std::logic_error);
    EXPECT_THROW(engine.read_back(), std::logic_error);
    engine.load(make_problem(find_application("heat2d"), {20, 20}));
    EXPECT_CONTAINS(refusal([&] {
                        engine.advance({{8, 8}, 4}, 4);
                    }).c_str(),
                    "--tile 8x8: a zone of 4 steps leaves no cell");
    EXPECT_CONTAINS(refusal([&] { engine.advance({{8, 8}, 0}, 4); }).c_str(), "--tile 8x8");
    engine.load(make_problem(find_application("pathfinder"), GridSize::line(20)));
    EXPECT_CONTAINS(refusal([&] {
                        engine.advance({{256}, 33}, 33);
                    }).c_str(),
                    "--k 33: pathfinder takes at most 32 steps per launch");
    EXPECT_CONTAINS(refusal([] { make_cpu_zone_engine(-1); }).c_str(), "threads -1");
}

}  // namespace
}  // namespace heatlab::ghost
