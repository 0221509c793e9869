// Every application, tile and k on the device, against plain loops on the processor, to the bit.

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include "sim/cuda/ghost/cuda_zone_engine.h"
#include "sim/errors.h"
#include "sim/ghost/compare_cells.h"
#include "sim/ghost/reference.h"
#include "tests/cuda/cuda_test_fixture.h"
#include "tests/cuda/environment_variable.h"
#include "tests/sim/test_support.h"

namespace heatlab::ghost::testing {
namespace {

using heatlab::test::TemporaryFolder;
using heatlab::testing::EnvironmentVariable;

/// Wide, tall, smaller than a tile, and with a cell more or less than a tile stores.
std::vector<GridSize> awkward_grids(int dimensions) {
    if (dimensions == 1)
        return {GridSize::line(1),   GridSize::line(2),     GridSize::line(255),
                GridSize::line(257), GridSize::line(8'191), GridSize::line(100'000)};
    if (dimensions == 2)
        return {{1, 1}, {31, 33}, {511, 513}, {1000, 37}, {3, 700}};
    return {GridSize::box(1, 1, 1), GridSize::box(17, 5, 33), GridSize::box(100, 30, 20),
            GridSize::box(2, 70, 3)};
}

/// Fewer than most k, and many launches with a rest for each k but 1 (it is a prime).
constexpr std::int64_t step_counts[] = {5, 67};

class CudaZoneTest : public heatlab::testing::CudaTest {
protected:
    void expect_same_as_reference(ZoneEngine& engine, const Application& application,
                                  const std::vector<GridSize>& grids) {
        for (const GridSize& grid : grids) {
            const Problem problem = make_problem(application, grid);
            engine.load(problem);
            for (const std::int64_t steps : step_counts) {
                const Cells expected = reference_after(problem, steps);
                for (const TileShape& tile : engine.tiles(application)) {
                    for (const int k : engine.offered_steps(application, tile)) {
                        engine.restart();
                        engine.advance({tile, k}, steps);
                        EXPECT_EQ(engine.step(), steps);
                        const Cells found = engine.read_back();
                        ASSERT_EQ(mismatch_text(expected, found, grid), "")
                            << application.name << ", " << grid.width << " x " << grid.height
                            << " x " << grid.depth << ", tile "
                            << tile_text(tile, application.dimensions) << ", k = " << k << ", "
                            << steps << " steps";
                        ++compared_;
                    }
                }
            }
        }
    }

    TemporaryFolder folder_;
    int compared_ = 0;
};

TEST_F(CudaZoneTest, EveryTileAndKIsThePlainLoopToTheBit) {
    const auto engine = make_cuda_zone_engine(0, folder_.path());
    for (const Application& application : application_table()) {
        for (const TileShape& tile : engine->tiles(application))
            engine->prepare(application, tile);
        expect_same_as_reference(*engine, application, awkward_grids(application.dimensions));
    }
    EXPECT_TRUE(engine->take_notices().empty());
    RecordProperty("compared", compared_);
    RecordProperty("limitation", engine->limitation());
}

/// Short enough for compute-sanitizer, which scripts/gpu-verify runs it with.
TEST_F(CudaZoneTest, AShortRunOfEveryTileIsThePlainLoopToTheBit) {
    const auto engine = make_cuda_zone_engine(0, folder_.path());
    for (const Application& application : application_table()) {
        const GridSize grid = application.dimensions == 1   ? GridSize::line(1'100)
                              : application.dimensions == 2 ? GridSize{131, 70}
                                                            : GridSize::box(34, 19, 21);
        const Problem problem = make_problem(application, grid);
        engine->load(problem);
        for (const TileShape& tile : engine->tiles(application)) {
            for (const int k : {1, engine->most_steps(application, tile)}) {
                engine->restart();
                engine->advance({tile, k}, k + 1);
                EXPECT_EQ(mismatch_text(reference_after(problem, k + 1), engine->read_back(), grid),
                          "")
                    << application.name << ", tile " << tile_text(tile, application.dimensions)
                    << ", k = " << k;
            }
        }
    }
}

TEST_F(CudaZoneTest, BuiltInKernelsAreThePlainLoopToTheBit) {
    const EnvironmentVariable none("HEATLAB_NVRTC", "/no/such/libnvrtc.so");
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    EXPECT_NE(engine->limitation(), "");
    for (const Application& application : application_table())
        expect_same_as_reference(*engine, application, {awkward_grids(application.dimensions)[2]});
    const Application& heat = find_application("heat2d");
    engine->load(make_problem(heat, {40, 40}));
    EXPECT_THROW(engine->advance({{64, 64}, 3}, 3), InputError);
}

TEST_F(CudaZoneTest, KAndTileMayChangeOnTheWay) {
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    for (const char* name : {"pathfinder", "hotspot", "cell"}) {
        const Application& application = find_application(name);
        const GridSize grid = awkward_grids(application.dimensions)[2];
        const Problem problem = make_problem(application, grid);
        engine->load(problem);
        std::int64_t steps = 0;
        for (const TileShape& tile : engine->tiles(application)) {
            for (const int k : {1, 3, 2}) {
                engine->advance({tile, k}, 7);
                steps += 7;
            }
        }
        EXPECT_EQ(mismatch_text(reference_after(problem, steps), engine->read_back(), grid), "");
    }
}

/// More steps than the source has rows: it begins again.
TEST_F(CudaZoneTest, ASourceOfRowsBeginsAgainAfterTheLast) {
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    const GridSize grid = GridSize::line(1'000);
    Problem problem = make_problem(find_application("pathfinder"), grid);
    const std::int64_t steps = 3 * problem.source_rows + 11;
    engine->load(problem);
    engine->advance({{256}, 13}, steps);
    EXPECT_EQ(mismatch_text(reference_after(problem, steps), engine->read_back(), grid), "");
}

TEST_F(CudaZoneTest, TimingALaunchLeavesCellsAndStepAsTheyAre) {
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    for (const Application& application : application_table()) {
        const GridSize grid = awkward_grids(application.dimensions)[2];
        const Problem problem = make_problem(application, grid);
        const TileShape tile = engine->tiles(application)[0];
        engine->load(problem);
        engine->advance({tile, 2}, 9);
        const double seconds = engine->time_launch({tile, 2});
        EXPECT_GT(seconds, 0.2e-6);
        EXPECT_LT(seconds, 1e-3);
        EXPECT_EQ(engine->step(), 9);
        engine->advance({tile, 1}, 1);
        EXPECT_EQ(mismatch_text(reference_after(problem, 10), engine->read_back(), grid), "");
    }
}

TEST_F(CudaZoneTest, CalibratesEachTileInLessThanASecond) {
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    for (const Application& application : application_table()) {
        const GridSize grid = application.dimensions == 1   ? GridSize::line(1'000'000)
                              : application.dimensions == 2 ? GridSize{2'000, 2'000}
                                                            : GridSize::box(150, 150, 150);
        for (const TileShape& tile : engine->tiles(application)) {
            const Calibrated calibrated = engine->calibrate(application, tile);
            EXPECT_LT(calibrated.seconds, 1);
            ASSERT_TRUE(calibrated.model);
            EXPECT_EQ(calibrated.model->most_steps(), engine->most_steps(application, tile));
            for (int k = 1; k <= calibrated.model->most_steps(); ++k) {
                const double seconds = calibrated.model->predict(grid, k).seconds();
                EXPECT_TRUE(std::isfinite(seconds) && seconds > 0) << application.name;
            }
        }
    }
}

TEST_F(CudaZoneTest, KernelsAreKeptForTheNextEngineAndDamagedOnesMadeAnew) {
    const Application& heat = find_application("heat1d");
    const GridSize grid = GridSize::line(777);
    const Problem problem = make_problem(heat, grid);
    const Cells expected = reference_after(problem, 9);
    const auto run = [&] {
        const auto engine = make_cuda_zone_engine(0, folder_.path());
        engine->load(problem);
        engine->advance({{256}, 5}, 9);
        EXPECT_EQ(mismatch_text(expected, engine->read_back(), grid), "");
        return engine->take_notices();
    };
    const auto files = [&] {
        std::vector<std::filesystem::path> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
            found.push_back(entry.path());
        return found;
    };
    if (!make_cuda_zone_engine(0, std::nullopt)->limitation().empty())
        GTEST_SKIP() << "no NVRTC";
    EXPECT_TRUE(run().empty());
    ASSERT_EQ(files().size(), 1u);
    const auto written = std::filesystem::last_write_time(files()[0]);
    EXPECT_TRUE(run().empty());
    EXPECT_EQ(std::filesystem::last_write_time(files()[0]), written);
    std::filesystem::resize_file(files()[0], 100);
    EXPECT_EQ(run().size(), 1u);
    EXPECT_EQ(files().size(), 2u);  // the new one, and the one set aside
    EXPECT_TRUE(run().empty());
}

TEST_F(CudaZoneTest, RefusesGridsBeyondTheDevicesMemory) {
    const auto engine = make_cuda_zone_engine(0, std::nullopt);
    Problem problem = make_problem(find_application("heat2d"), {64, 64});
    problem.grid = {1 << 20, 1 << 20};
    EXPECT_THROW(engine->load(problem), InputError);
    EXPECT_THROW(engine->advance({{64, 64}, 1}, 1), DeviceError);
}

}  // namespace
}  // namespace heatlab::ghost::testing
