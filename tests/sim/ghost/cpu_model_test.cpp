#include "sim/ghost/cpu/cpu_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "sim/cpu/instruction_set.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/cpu_zone_engine.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/tile_volume.h"

namespace heatlab::ghost {
namespace {

/// Vectors of a tile, by going through all its cells: those that hold at least one.
double counted(GridSize grid, const Zone& zone, int tile) {
    TileTask task;
    TileGrid(grid, zone).place(tile, task);
    double vectors = 0;
    for (int left = zone.steps - 1; left >= 0; --left) {
        const auto inside = [&](CellSpan outputs, int i, int cells) {
            return i >= 0 && i < cells && i >= outputs.first - left && i < outputs.last + left;
        };
        for (int z = -left; z < grid.depth + left; ++z)
            for (int y = -left; y < grid.height + left; ++y) {
                if (!inside(task.rows, y, grid.height) || !inside(task.slices, z, grid.depth))
                    continue;
                int last = -1;
                for (int x = 0; x < grid.width; ++x)
                    if (inside(task.columns, x, grid.width) && x / TileTask::column_group != last) {
                        last = x / TileTask::column_group;
                        ++vectors;
                    }
            }
    }
    return vectors;
}

TEST(TileVolume, IsThatOfVectorsCountedOneByOne) {
    const std::pair<GridSize, TileShape> cases[] = {{GridSize::line(1000), {100, 1, 1}},
                                                    {GridSize::line(5), {100, 1, 1}},
                                                    {{130, 50}, {40, 20, 1}},
                                                    {{17, 3}, {40, 20, 1}},
                                                    {GridSize::box(70, 20, 11), {40, 16, 12}}};
    for (const auto& [grid, tile] : cases)
        for (const int steps : {1, 2, 5}) {
            const TileVolume volume(grid, {tile, steps}, {});
            ASSERT_EQ(volume.tiles(), TileGrid(grid, {tile, steps}).tiles());
            double all = 0;
            for (int i = 0; i < volume.tiles(); ++i) {
                EXPECT_DOUBLE_EQ(volume.vectors(i), counted(grid, {tile, steps}, i)) << i;
                all += volume.vectors(i);
            }
            EXPECT_NEAR(volume.vectors(), all, 1e-9 * all);
        }
}

TEST(TileVolume, CountsWhatARowCostsAndWhatTilesReadTwice) {
    // Four tiles of 30 outputs, each of 10 rows: every row once, in one step.
    EXPECT_DOUBLE_EQ(TileVolume({120, 10}, {{32, 12}, 1}, {.begin = 2.5}).vectors() -
                         TileVolume({120, 10}, {{32, 12}, 1}, {}).vectors(),
                     4 * 10 * 2.5);
    // Inner tiles read 32 columns for 30, outer ones 31.
    EXPECT_DOUBLE_EQ(TileVolume({120, 10}, {{32, 12}, 1}, {}).reading(), 126.0 / 120);
    EXPECT_DOUBLE_EQ(TileVolume({20, 10}, {{32, 14}, 2}, {}).reading(), 1);
}

TEST(RowCost, IsThatOfNarrowAndOfWideRows) {
    const RowCost row{2, {{{10, 0.5}, {20, 0.6}, {30, 1}}}};
    EXPECT_DOUBLE_EQ(row.of(0), 2);
    EXPECT_DOUBLE_EQ(row.of(4), 2 + 2);
    EXPECT_DOUBLE_EQ(row.of(10), 2 + 5);
    EXPECT_DOUBLE_EQ(row.of(15), 2 + 8.5);
    EXPECT_DOUBLE_EQ(row.of(20), 2 + 12);
    EXPECT_DOUBLE_EQ(row.of(25), 2 + 21);
    EXPECT_DOUBLE_EQ(row.of(30), 2 + 30);
    EXPECT_DOUBLE_EQ(row.of(100), 2 + 100);
    EXPECT_DOUBLE_EQ(RowCost{.begin = 3}.of(1.5), 4.5) << "narrow and wide alike";
}

TEST(WorkOfThreads, IsWhatEachTakesFromTheHandOut) {
    const auto equal = [](int threads) {
        return std::vector(static_cast<std::size_t>(threads), 1.0);
    };
    EXPECT_EQ(work_of_threads(std::vector{1.0, 1.0, 1.0}, equal(2)), (std::vector{1.0, 2.0}));
    EXPECT_EQ(work_of_threads(std::vector{1.0, 1.0, 1.0, 1.0}, equal(2)), (std::vector{2.0, 2.0}));
    EXPECT_EQ(work_of_threads(std::vector{1.0}, equal(4)), (std::vector{0.0, 0.0, 0.0, 1.0}));
    EXPECT_EQ(work_of_threads(std::vector(9, 1.0), equal(4)), (std::vector{2.0, 2.0, 2.0, 3.0}));
    // Its own share first: 3, and then the other's last, which has not been begun.
    EXPECT_EQ(work_of_threads(std::vector{2.0, 1.0, 4.0, 1.0}, equal(2)), (std::vector{4.0, 4.0}));
    // One that takes three times as long is helped by the other.
    EXPECT_EQ(work_of_threads(std::vector(8, 1.0), std::vector{1.5, 0.5}), (std::vector{3.0, 3.0}));
    EXPECT_EQ(work_of_threads(std::vector(2, 1.0), std::vector{1.5, 0.5}), (std::vector{0.5, 1.5}));
}

CpuCalibration calibration() {
    CpuCalibration measured;
    measured.threads = 2;
    measured.paces = {1, 1};
    measured.meetings = {{1, 0}, {2, 1e-6}};
    measured.working = {{2, {{1, 4e-9, {}}, {3, 2e-9, {}}, {8, 2e-9, {}}}}};
    measured.waiting = {{1, {{1e5, 0}, {1e6, 1e-9}, {1e7, 3e-9}}}};
    return measured;
}

std::map<std::string, double> terms(const Prediction& prediction) {
    std::map<std::string, double> seconds;
    for (const ModelTerm& term : prediction.terms)
        seconds[std::string(term.name)] = term.seconds;
    return seconds;
}

/// What the busiest thread has to do over the average.
double imbalance(const std::map<std::string, double>& seconds) {
    return 1 + seconds.at("idle") / seconds.at("computing");
}

TEST(CpuModel, AddsItsTerms) {
    // 4 tiles of 30 x 30 outputs and 1 step; rows of them take 2 or 3 groups of columns.
    const CpuModel model(2, {32, 32}, calibration(), 8);
    const GridSize grid{60, 60};
    const Prediction prediction = model.predict(grid, 1);
    auto seconds = terms(prediction);
    EXPECT_DOUBLE_EQ(seconds["launch"], 1e-6);
    const double vectors = TileVolume(grid, {{32, 32}, 1}, {}).vectors();
    EXPECT_DOUBLE_EQ(seconds["computing"], 4e-9 * vectors / 2);
    EXPECT_DOUBLE_EQ(seconds["memory"], 0) << "two arrays have 29 kB";
    EXPECT_NEAR(prediction.seconds(), seconds["launch"] + seconds["computing"] + seconds["idle"],
                1e-15);
    EXPECT_EQ(prediction.steps, 1);
}

TEST(CpuModel, InterpolatesBetweenWhatWasMeasured) {
    const CpuModel model(2, {64, 64}, calibration(), 8);
    // One tile, 40 rows of 3 vectors at 3e-9 in each of 2 steps; the other thread has nothing.
    auto seconds = terms(model.predict({40, 40}, 2));
    EXPECT_DOUBLE_EQ(seconds["computing"], 3e-9 * 2 * 40 * 3 / 2);
    EXPECT_DOUBLE_EQ(seconds["idle"], seconds["computing"]);
    EXPECT_EQ(seconds["launch"], 0) << "nobody to meet";
    // Two arrays: between the points of 10^6 and 10^7 bytes, in the logarithm. Both threads have
    // nearly as much to do, and the busier one's caches hold a grid that is as much larger.
    const GridSize grid{500, 790};
    seconds = terms(model.predict(grid, 1));
    EXPECT_NEAR(imbalance(seconds), 1, 0.01);
    const double cells = 500 * 790 * imbalance(seconds);
    const double part = std::log10(8 * cells) - 6;
    EXPECT_NEAR(seconds["memory"],
                (1e-9 + part * 2e-9) * cells * TileVolume(grid, {{64, 64}, 1}, {}).reading() / 2,
                1e-12);
    // Beyond all points, the outermost.
    EXPECT_NEAR(terms(model.predict({8000, 8000}, 1))["memory"],
                3e-9 * 64e6 * TileVolume({8000, 8000}, {{64, 64}, 1}, {}).reading() / 2, 1e-9);
}

TEST(CpuModel, CountsForEachKWhatBeginningARowTakes) {
    CpuCalibration measured = calibration();
    measured.working = {{2, {{1, 1e-9, {6}}, {3, 1e-9, {2}}}}};
    const CpuModel model(2, {64, 64}, measured, 8);
    const auto vectors = [&](int steps) {
        return terms(model.predict({40, 30}, steps))["computing"] * 2 / 1e-9;
    };
    // One tile: 30 rows of 3 vectors in each step.
    EXPECT_NEAR(vectors(1), 30 * (3 + 6), 1e-6);
    EXPECT_NEAR(vectors(2), 2 * 30 * (3 + 4), 1e-6);
    EXPECT_NEAR(vectors(3), 3 * 30 * (3 + 2), 1e-6);
    EXPECT_NEAR(vectors(5), 5 * 30 * (3 + 2), 1e-6);
}

TEST(CpuModel, WaitsOtherwiseInTilesOfOneStep) {
    CpuCalibration measured = calibration();
    measured.waiting = {{1, {{1e6, 4e-9}}}, {3, {{1e6, 1e-9}}}};
    const CpuModel model(2, {64, 64}, measured, 8);
    const GridSize grid{300, 200};
    const auto per_cell = [&](int steps) {
        auto seconds = terms(model.predict(grid, steps));
        return seconds["memory"] * 2 /
               (60'000 * imbalance(seconds) * TileVolume(grid, {{64, 64}, steps}, {}).reading());
    };
    EXPECT_NEAR(per_cell(1), 4e-9, 1e-14);
    EXPECT_NEAR(per_cell(2), 2.5e-9, 1e-14);
    EXPECT_NEAR(per_cell(3), 1e-9, 1e-14);
    EXPECT_NEAR(per_cell(8), 1e-9, 1e-14);
}

TEST(CpuModel, MeasuresMemoryByTheBusiestThread) {
    CpuCalibration measured = calibration();
    measured.working = {{2, {{1, 1e-9, {}}}}};
    // In the logarithm a line from 0 at 10^5 bytes on.
    measured.waiting = {{1, {{1e5, 0}, {1e7, 2e-9}}}};
    const CpuModel model(2, {1024, 256}, measured, 1);
    // One tile: a single thread has it all, as if the grid were twice as large for two.
    auto seconds = terms(model.predict({200, 200}, 1));
    EXPECT_NEAR(imbalance(seconds), 2, 1e-9);
    EXPECT_NEAR(seconds["memory"], (std::log10(8 * 2 * 40'000.0) - 5) * 1e-9 * 40'000, 1e-15);
}

TEST(CpuModel, CountsThreadsThatHaveATileAlone) {
    CpuCalibration measured = calibration();
    measured.threads = 8;
    measured.paces = std::vector(8, 1.0);
    measured.meetings = {{1, 0}, {2, 1e-6}, {8, 7e-6}};
    measured.working = {{1, {{1, 1e-9, {4}}}}, {4, {{1, 2e-9, {4}}}}, {8, {{1, 6e-9, {4}}}}};
    const CpuModel model(2, {64, 64}, measured, 1);
    // So many tiles of 62 rows, one above the other, each with a group of columns and the row's
    // beginning.
    const auto of_busiest = [&](int tiles) {
        auto seconds = terms(model.predict({16, 62 * tiles}, 1));
        return seconds["computing"] + seconds["idle"];
    };
    EXPECT_NEAR(of_busiest(1), 62 * 5 * 1e-9, 1e-15);
    EXPECT_NEAR(of_busiest(3), 62 * 5 * (1 + 2 / 3.0) * 1e-9, 1e-15);
    EXPECT_NEAR(of_busiest(6), 62 * 5 * 4e-9, 1e-15);
    EXPECT_NEAR(of_busiest(8), 62 * 5 * 6e-9, 1e-15);
    // The ninth is taken when all others are done, and goes as quickly as if it were alone.
    EXPECT_NEAR(of_busiest(9), 62 * 5 * (6e-9 + 1e-9), 1e-15);
    EXPECT_NEAR(terms(model.predict({16, 62 * 5}, 1))["launch"], 4e-6, 1e-12);
}

TEST(CpuModel, CountsTilesThatAreHandedOut) {
    CpuCalibration measured = calibration();
    measured.seconds_per_tile = 1e-8;
    const CpuModel model(2, {64, 64}, measured, 1);
    EXPECT_NEAR(terms(model.predict({62, 62}, 1))["launch"], 0, 1e-15);
    EXPECT_NEAR(terms(model.predict({62, 124}, 1))["launch"], 1e-6, 1e-15);
    EXPECT_NEAR(terms(model.predict({62, 620}, 1))["launch"], 1e-6 + 4e-8, 1e-15);
}

TEST(CpuModel, CountsArraysThatACacheMayKeep) {
    EXPECT_EQ(kept_arrays_of(find_application("heat2d")), 2);
    EXPECT_EQ(kept_arrays_of(find_application("hotspot")), 3) << "and the power";
    EXPECT_EQ(kept_arrays_of(find_application("pathfinder")), 2) << "its wall goes by";
}

TEST(CpuModel, TakesThreadsToBeAsUnevenAsTheyWere) {
    CpuCalibration measured = calibration();
    measured.threads = 4;
    measured.paces = {0.5, 0.75, 1.25, 1.5};
    measured.working = {{4, {{1, 1e-9, {4}}}}};
    const CpuModel model(2, {64, 64}, measured, 1);
    const auto of_busiest = [&](int tiles) {
        auto seconds = terms(model.predict({16, 62 * tiles}, 1));
        return (seconds["computing"] + seconds["idle"]) / (62 * 5 * 1e-9);
    };
    EXPECT_NEAR(of_busiest(4), 1.5, 1e-9) << "one tile each: the slowest one's";
    EXPECT_NEAR(of_busiest(2), 1, 1e-9) << "half of them leave the others alone";
    // Quick ones take tiles of slow ones: 16 take longer than with four alike, by less than a tile.
    EXPECT_GT(of_busiest(16), 4 * 0.9);
    EXPECT_LT(of_busiest(16), 4 * 1.25);
}

TEST(CpuTimes, LeaveOutWhatHappensInOneRound) {
    std::vector<CpuTimes> rounds(4);
    for (CpuTimes& round : rounds)
        round = {{1e-6, 2e-6}, 3e-6, {{4e-6}, {5e-6, 6e-6}}, {{7e-6, 8e-6}}, {0.9, 1.1}};
    rounds[1].meetings[1] *= 2;
    rounds[1].many_tiles *= 2;
    rounds[1].lone_tiles[1][0] *= 2;
    rounds[1].parts[0][1] *= 2;
    rounds[2].paces[1] *= 2;
    const CpuTimes times = undisturbed(rounds);
    EXPECT_EQ(times.meetings, rounds[0].meetings);
    EXPECT_EQ(times.many_tiles, rounds[0].many_tiles);
    EXPECT_EQ(times.lone_tiles, rounds[0].lone_tiles);
    EXPECT_EQ(times.parts, rounds[0].parts);
    EXPECT_EQ(times.paces, rounds[0].paces);
}

TEST(TileGrid, EndsTilesWhereLinesOfMemoryEnd) {
    for (const int steps : {1, 3, 17, 32}) {
        TileTask task;
        const TileGrid tiles(GridSize::line(20'000), {{4096}, steps});
        for (int tile = 0; tile < tiles.tiles(); ++tile) {
            tiles.place(tile, task);
            EXPECT_EQ(task.columns.first % TileTask::column_group, 0) << steps;
        }
        EXPECT_EQ(task.columns.last, 20'000);
    }
    EXPECT_EQ(output_columns(4096, 1), 4080);
    EXPECT_EQ(output_columns(4096, 8), 4080);
    EXPECT_EQ(output_columns(64, 1), 62) << "too many columns would be lost";
}

TEST(CpuModel, ChoosesMoreStepsWhereMemoryIsSlower) {
    const auto chosen = [](double waiting) {
        CpuCalibration measured = calibration();
        measured.working = {{2, {{1, 2e-9, {}}}}};
        measured.waiting = {{1, {{1e6, waiting}}}};
        return choose_steps(CpuModel(2, {128, 64}, measured, 16), {2000, 2000});
    };
    EXPECT_EQ(chosen(0), 1);
    EXPECT_LT(chosen(0.2e-9), chosen(2e-9));
}

class CpuCalibrations : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, CpuCalibrations,
                         ::testing::Values("pathfinder", "hotspot", "poisson", "cell", "heat1d",
                                           "heat2d", "heat3d"));

TEST_P(CpuCalibrations, GiveAModelThatExpectsWhatIsMeasured) {
    const Application& application = find_application(GetParam());
    CpuZoneEngine engine(1, best_instruction_set());
    const TileShape tile = engine.tiles(application).front();
    const Calibrated calibrated = engine.calibrate(application, tile);
    ASSERT_NE(calibrated.model, nullptr);
    EXPECT_GT(calibrated.seconds, 0);
    EXPECT_EQ(calibrated.model->most_steps(), engine.most_steps(application, tile));
    EXPECT_THROW(engine.advance({tile, 1}, 1), std::logic_error) << "nothing is loaded any more";
    const GridSize grid = application.dimensions == 1   ? GridSize::line(100'000)
                          : application.dimensions == 2 ? GridSize{400, 300}
                                                        : GridSize::box(60, 50, 40);
    engine.load(make_problem(application, grid));
    for (const int steps : {1, 4}) {
        const Prediction expected = calibrated.model->predict(grid, steps);
        for (const ModelTerm& term : expected.terms) {
            EXPECT_GE(term.seconds, 0) << term.name;
            EXPECT_FALSE(term.sentence.empty());
        }
        // A machine may do other things meanwhile: only the order of magnitude is sure.
        double measured = engine.time_launch({tile, steps});
        for (int look = 1; look < 5; ++look)
            measured = std::min(measured, engine.time_launch({tile, steps}));
        EXPECT_LT(expected.seconds(), 10 * measured) << steps;
        EXPECT_GT(expected.seconds(), measured / 50) << steps;
    }
}

}  // namespace
}  // namespace heatlab::ghost
