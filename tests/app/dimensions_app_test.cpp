// Sessions, files and lessons in one and three dimensions.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/backends.h"
#include "app/folder_files.h"
#include "app/lesson/lesson_library.h"
#include "app/lesson/lesson_state.h"
#include "app/opened_file.h"
#include "app/presets.h"
#include "app/ranking_cache.h"
#include "app/session.h"
#include "app/share_folder.h"
#include "sim/compare.h"
#include "sim/io/npy.h"
#include "sim/reference.h"

namespace heatlab {
namespace {

namespace fs = std::filesystem;

Settings on_grid(GridSize grid, const char* init = "random") {
    Settings settings = with_grid(Settings{}, grid);
    settings.init.name = init;
    return settings;
}

Session session_of(const Settings& settings) {
    return {settings, hidden_stage_factory({BackendKind::cpu, 0, ""}), "asked for"};
}

const GridSize rod = GridSize::line(5000);
const GridSize block = GridSize::box(20, 18, 16);

TEST(OtherDimensions, LeaveWhatTheyDoNotHave) {
    Settings settings;
    settings.r = 0.6;
    settings.boundaries = Boundaries::all(BoundaryKind::periodic);
    settings.init.name = "file";
    settings.init.file = "field.png";
    for (const int dimensions : {1, 3}) {
        const Settings other = with_grid(settings, default_grid(dimensions));
        EXPECT_LE(other.r, 1) << dimensions;
        EXPECT_GT(other.r, 0) << dimensions;
        EXPECT_EQ(other.init.name, "hot-square");
        EXPECT_EQ(other.boundaries, fixed_walls(dimensions));
        EXPECT_NO_THROW(session_of(other));
    }
    settings.r = 0.00005;
    EXPECT_GT(with_grid(settings, block).r, 0);
    EXPECT_EQ(with_grid(Settings{}, rod).r, 0.4);
    EXPECT_EQ(with_grid(Settings{}, block).r, 0.1333);
}

TEST(OtherDimensions, ASessionGoesThroughAllOfThem) {
    Session session = session_of(Settings{});
    for (const GridSize grid : {rod, block, GridSize{40, 30}, block, rod}) {
        session.apply(command::SetGrid{grid});
        EXPECT_FALSE(session.snapshot().notice) << session.snapshot().notice->text;
        EXPECT_EQ(session.snapshot().settings.grid, grid);
        session.apply(command::RunSteps{5});
        session.finish();
        EXPECT_EQ(session.snapshot().step, 5);
        EXPECT_EQ(session.snapshot().stability.dimensions, grid.dimensions);
    }
}

TEST(OtherDimensions, ASessionRunsPaintsAndTakesBack) {
    for (const GridSize grid : {rod, block}) {
        Session session = session_of(on_grid(grid));
        session.apply(command::RunSteps{7});
        session.finish();
        const Settings& settings = session.snapshot().settings;
        const Field before = session.simulation().read_back();
        const Field start = make_initial_field(grid, settings.init, std::nullopt);
        EXPECT_FALSE(
            first_difference(before, advance_cell_by_cell(start, settings.step_ratio(), 7)));
        // In the middle of what is shown.
        const GridSize shown = settings.shown_grid();
        const Cell place{shown.height / 2, shown.width / 2};
        BrushDab dab{static_cast<float>(place.row),
                     static_cast<float>(place.col),
                     static_cast<float>(place.row),
                     static_cast<float>(place.col),
                     3,
                     9};
        session.apply(command::BeginStroke{});
        session.apply(command::Paint{dab});
        session.apply(command::EndStroke{});
        const Cell cell = settings.cell_of_shown(place);
        EXPECT_EQ(session.simulation().read_back().at(cell.row, cell.col), 9);
        session.apply(command::UndoStroke{});
        EXPECT_FALSE(first_difference(session.simulation().read_back(), before));
    }
}

TEST(OtherDimensions, AProbeReadsTheCellThatIsShown) {
    Settings settings = on_grid(block);
    for (const SliceSetting& slice :
         {SliceSetting{Axis::z, 5}, SliceSetting{Axis::y, 7}, SliceSetting{Axis::x, 11}}) {
        settings.slice = slice;
        Session session = session_of(settings);
        session.apply(command::SetProbe{Cell{4, 6}});
        session.finish();
        const Snapshot& snapshot = session.snapshot();
        ASSERT_TRUE(snapshot.probe);
        EXPECT_EQ(snapshot.probe->cell, (Cell{4, 6}));
        const Cell cell = cell_of_plane(block, settings.plane(), {4, 6});
        const Field field = session.simulation().read_back();
        EXPECT_EQ(snapshot.probe->centre, field.at(cell.row, cell.col));
        const Field next = advance_cell_by_cell(field, settings.step_ratio(), 1);
        EXPECT_EQ(snapshot.probe_next.value(), next.at(cell.row, cell.col));
        // Another plane, whether by itself or with a whole state: nothing is read there yet.
        command::SetState other{snapshot.settings, false, std::nullopt};
        other.settings.slice.index = 9;
        session.apply(other);
        session.finish();
        EXPECT_FALSE(session.snapshot().probe);
        EXPECT_EQ(session.simulation().picture()->plane.index, 9);
    }
}

TEST(OtherDimensions, AProbeReadsACellOfAnyPlane) {
    Settings settings = on_grid(block);
    settings.slice = {Axis::z, 5};
    Session session = session_of(settings);
    for (const Plane plane : {Plane{Axis::x, 3}, Plane{Axis::y, 7}, Plane{Axis::z, 2}}) {
        session.apply(command::SetProbe{Cell{4, 6}, plane});
        session.finish();
        const Snapshot& snapshot = session.snapshot();
        ASSERT_TRUE(snapshot.probe);
        EXPECT_EQ(snapshot.probe->cell, (Cell{4, 6}));
        EXPECT_EQ(snapshot.probe_plane, plane);
        const Cell cell = cell_of_plane(block, plane, {4, 6});
        EXPECT_EQ(snapshot.probe->centre, session.simulation().read_back().at(cell.row, cell.col));
    }
    // One outside the grid is none.
    session.apply(command::SetProbe{Cell{4, 6}, Plane{Axis::x, block.width}});
    session.finish();
    EXPECT_FALSE(session.snapshot().probe);
    session.apply(command::SetProbe{Cell{4, 6}});
    session.finish();
    EXPECT_EQ(session.snapshot().probe_plane, settings.plane());
}

TEST(OtherDimensions, AnotherWaveThroughTheSlicesIsAnotherField) {
    Session session = session_of(on_grid(block, "sine"));
    command::SetState other{session.snapshot().settings, false, std::nullopt};
    other.settings.init.mode_s = 3;
    session.apply(other);
    EXPECT_FALSE(first_difference(session.simulation().read_back(),
                                  make_initial_field(block, other.settings.init, std::nullopt)));
}

TEST(OtherDimensions, ViewsAreComparedInThePlaneThatIsSeen) {
    Settings settings = on_grid(GridSize::box(8, 16, 64));
    settings.comparison.open = true;
    settings.comparison.others = {{"global"}};
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        settings.slice = {axis, std::nullopt};
        Session session = session_of(settings);
        session.apply(command::RunSteps{5});
        session.finish();
        const Comparison& shown = session.snapshot().comparison;
        ASSERT_TRUE(shown.picture);
        EXPECT_EQ(shown.picture->grid, plane_size(settings.grid, axis));
        EXPECT_EQ(shown.views.at(1).difference->cells, 0);
    }
}

TEST(OtherDimensions, ArraysOfAnyDimensionCanBeBegunWith) {
    const fs::path file = fs::path(testing::TempDir()) / "heatlab-dimensions.npy";
    for (const GridSize grid : {rod, block, GridSize{12, 9}}) {
        Field field(grid, 0.25f);
        field.at(grid.rows() / 2, grid.width / 2) = 0.75f;
        write_npy(file, field);
        Session session = session_of(Settings{});
        take_dropped(session, {file});
        const Snapshot& snapshot = session.snapshot();
        EXPECT_FALSE(snapshot.notice) << snapshot.notice->text;
        EXPECT_EQ(snapshot.settings.grid, grid);
        EXPECT_FALSE(first_difference(session.simulation().read_back(), field));
        EXPECT_NE(snapshot.stability.band, StabilityBand::unstable);
    }
    fs::remove(file);
}

TEST(OtherDimensions, EveryLessonOpensFromARodAndFromABlock) {
    const LessonLibrary library(asset_folders(share_folder(), "lessons"));
    for (const GridSize grid : {rod, block}) {
        const Settings user = on_grid(grid);
        for (const auto& lesson : library.lessons()) {
            const Settings choices = with_users_choices(*lesson, user, user);
            EXPECT_NO_THROW(lesson_state(*lesson, choices, {0, false})) << lesson->title;
        }
    }
}

TEST(OtherDimensions, ARankingOfABlockIsOfItsKernels) {
    const fs::path file = fs::path(testing::TempDir()) / "heatlab-ranking-of-a-block.json";
    fs::remove(file);
    const BackendInfo backend = cpu_backend_info();
    const KernelInfo& tiled = find_kernel("tiled", BackendKind::cpu, 3);
    RankingCache(file).keep(backend, block, {{&tiled, {.median = 1e-6}}});
    const auto found = RankingCache(file).find(backend, block);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->front().kernel, &tiled);
    fs::remove(file);
}

TEST(OtherDimensions, APresetMayNameThemAnywhere) {
    const fs::path folder = fs::path(testing::TempDir()) / "heatlab-rod-preset";
    fs::create_directories(folder);
    std::ofstream(folder / "rod.toml")
        << "title = \"Rod\"\ntext = \"A rod. It cools.\"\n[state]\nr = 0.45\n"
           "kernel = \"naive\"\ngrid = \"300\"\ndimensions = 1\n";
    const auto library = load_presets(share_folder());
    const auto [preset, variant] = library->find((folder / "rod.toml").string());
    const Settings settings = with_preset(Settings{}, *preset, *variant);
    EXPECT_EQ(settings.grid, GridSize::line(300));
    EXPECT_EQ(settings.r, 0.45);
    EXPECT_EQ(settings.kernel, "naive");
    fs::remove_all(folder);
}

}  // namespace
}  // namespace heatlab
