// The field as a surface in the window: turning, zooming, reading, and what is off there.
#include <cmath>
#include <limits>

#include "render/orbit_camera.h"
#include "render/surface_renderer.h"
#include "sim/errors.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

class SpaceTest : public InterfaceTest {
protected:
    void start_surface(const Form& form = {}) {
        Settings settings = small_settings();
        settings.show = ShowMode::surface;
        start(settings, form);
    }
    static Settings block_settings(GridSize grid) {
        Settings settings = small_settings();
        settings.grid = grid;
        settings.kernel = default_kernel(3).name;
        settings.init.name = default_initial_field(3).name;
        settings.boundaries = fixed_walls(3);
        settings.r = 0.1;
        return settings;
    }
    /// Where the middle of a cell's surface is seen, by the camera of the last request alone.
    ImVec2 surface_of(ImGuiTestContext& engine, Cell cell, double value) {
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        const GridSize grid = snapshot().settings.grid;
        const BoxExtent extent = surface_extent(grid);
        const ui::FieldImageRequest& asked = request();
        const OrbitCamera camera(asked.camera, extent, asked.width, asked.height, asked.margin);
        const double t =
            (value - snapshot().range_low) / (snapshot().range_high - snapshot().range_low);
        const glm::dvec2 at =
            camera.project({extent.x * ((cell.col + 0.5) / grid.width - 0.5),
                            -extent.y * ((cell.row + 0.5) / grid.height - 0.5),
                            extent.z * (surface_plinth + (1 - surface_plinth) * t - 0.5)});
        return {picture.Min.x + static_cast<float>(at.x), picture.Min.y + static_cast<float>(at.y)};
    }
};

TEST_F(SpaceTest, TheHeaderChoosesTheSurfaceWhichTakesAllOfTheArea) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImRect flat = engine.ItemInfo("//Field/Field").RectFull;
        engine.ItemClick("//Field/Show");
        engine.ItemClick("//$FOCUSED/Surface");
        engine.Yield(3);
        EXPECT_EQ(snapshot().settings.show, ShowMode::surface);
        const ImRect surface = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_GT(surface.GetArea(), flat.GetArea());
        EXPECT_EQ(request().show, ShowMode::surface);
        EXPECT_EQ(request().width, surface.GetWidth());
        EXPECT_EQ(request().height, surface.GetHeight());
        engine.KeyPress(ImGuiKey_D);
        engine.Yield(3);
        EXPECT_EQ(snapshot().settings.show, ShowMode::flat);
        EXPECT_EQ(engine.ItemInfo("//Field/Field").RectFull.GetHeight(), flat.GetHeight());
    });
}

TEST_F(SpaceTest, ADragTurnsAndNeverPaints) {
    start_surface();
    const Field before = field();
    drive([this, &before](ImGuiTestContext& engine) {
        const OrbitView first = snapshot().settings.camera;
        const ImVec2 middle = engine.ItemInfo("//Field/Field").RectFull.GetCenter();
        engine.MouseMoveToPos(middle);
        engine.MouseDown();
        engine.MouseMoveToPos({middle.x + 84, middle.y + 21});
        engine.MouseUp();
        engine.Yield(2);
        // Half a turn for 420 pixels.
        const OrbitView now = snapshot().settings.camera;
        EXPECT_NEAR(now.azimuth, first.azimuth - 36, 0.5);
        EXPECT_NEAR(now.elevation, first.elevation + 9, 0.5);
        EXPECT_EQ(now.zoom, first.zoom);
        EXPECT_EQ(request().camera, now);
        engine.MouseMoveToPos(middle);
        engine.MouseClick(ImGuiMouseButton_Right);
        engine.Yield(2);
        EXPECT_TRUE(same_bits(before, field()));
        EXPECT_FALSE(snapshot().can_undo);
    });
}

TEST_F(SpaceTest, TheWheelZoomsAndADoubleClickOrFBringsTheFirstViewBack) {
    start_surface();
    drive([this](ImGuiTestContext& engine) {
        const ImVec2 middle = engine.ItemInfo("//Field/Field").RectFull.GetCenter();
        engine.MouseMoveToPos(middle);
        engine.MouseWheelY(4);
        engine.Yield(2);
        EXPECT_NEAR(snapshot().settings.camera.zoom, 2, 1e-9);
        engine.KeyPress(ImGuiKey_F);
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.camera, OrbitView{});
        engine.ItemClick("//Field/Top");
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.camera.elevation, 90);
        engine.MouseMoveToPos(middle);
        engine.MouseDoubleClick();
        engine.Yield(2);
        EXPECT_EQ(snapshot().settings.camera, OrbitView{});
    });
}

TEST_F(SpaceTest, TheReadOutShowsTheCellThatIsSeen) {
    start_surface();
    drive([this](ImGuiTestContext& engine) {
        for (const Cell cell : {Cell{16, 32}, Cell{28, 8}, Cell{30, 60}}) {
            engine.MouseMoveToPos(surface_of(engine, cell, field().at(cell.row, cell.col)));
            engine.Yield(6);
            ASSERT_TRUE(snapshot().probe.has_value());
            EXPECT_NEAR(snapshot().probe->cell.row, cell.row, 1);
            EXPECT_NEAR(snapshot().probe->cell.col, cell.col, 1);
        }
        // Beside the box there is nothing to read.
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        engine.MouseMoveToPos({picture.Max.x - 6, picture.Max.y - 6});
        engine.Yield(6);
        EXPECT_FALSE(snapshot().probe.has_value());
    });
}

TEST_F(SpaceTest, TheReadOutShowsTheCellOfTheSliceThatIsSeen) {
    Settings settings = block_settings(GridSize::box(20, 16, 12));
    settings.show = ShowMode::slices;
    settings.slice = {Axis::y, 1};  // what is seen flat has nothing to do with it
    start(settings);
    drive([this](ImGuiTestContext& engine) {
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        const GridSize grid = snapshot().settings.grid;
        const ui::FieldImageRequest& asked = request();
        const BoxExtent extent = volume_extent(grid.width, grid.height, grid.depth);
        const OrbitCamera camera(asked.camera, extent, asked.width, asked.height, asked.margin);
        // The slice at right angles to z, in the middle, in front of the others from here.
        const int col = 2;
        const int row = 13;
        const int slice = 6;
        const glm::dvec2 at = camera.project({extent.x * ((col + 0.5) / grid.width - 0.5),
                                              extent.y * ((slice + 0.5) / grid.depth - 0.5),
                                              -extent.z * ((row + 0.5) / grid.height - 0.5)});
        const SlicePlaces places{10, 8, 6};
        const auto expected = pick_slice(camera, extent, grid, places, at.x, at.y);
        ASSERT_TRUE(expected);
        engine.MouseMoveToPos(
            {picture.Min.x + static_cast<float>(at.x), picture.Min.y + static_cast<float>(at.y)});
        engine.Yield(6);
        ASSERT_TRUE(snapshot().probe);
        EXPECT_EQ(snapshot().probe->cell, expected->cell);
        EXPECT_EQ(snapshot().probe_plane, expected->plane);
        engine.MouseMoveToPos(picture.Min + ImVec2(3, 3));
        engine.Yield(6);
        EXPECT_FALSE(snapshot().probe);
    });
}

TEST_F(SpaceTest, ToolsThatPaintAreOff) {
    start_surface();
    drive([this](ImGuiTestContext& engine) {
        const ui::Tool before = state().tool;
        engine.ItemClick("//Field/Paint cold");
        engine.ItemClick("//Field/Pan");
        engine.Yield(2);
        EXPECT_EQ(state().tool, before);
    });
}

TEST_F(SpaceTest, CompareShowsFlatAndSaysSo) {
    start_surface();
    session().apply(command::SetComparison{{.open = true, .others = {{"global"}}}});
    frames(3);
    EXPECT_TRUE(snapshot().settings.comparison.open);
    EXPECT_EQ(snapshot().settings.show, ShowMode::flat);
    ASSERT_TRUE(snapshot().notice.has_value());
    EXPECT_NE(snapshot().notice->title.find("flat"), std::string::npos);
    session().apply(command::SetShow{ShowMode::surface});
    frames(3);
    EXPECT_EQ(snapshot().settings.show, ShowMode::flat);
}

TEST_F(SpaceTest, ACameraOutsideItsLimitsIsRefused) {
    start_surface();
    const OrbitView before = snapshot().settings.camera;
    session().apply(command::SetCamera{{0, 91, 1}});
    frames(2);
    EXPECT_EQ(snapshot().settings.camera, before);
    EXPECT_TRUE(snapshot().notice.has_value());
}

TEST_F(SpaceTest, LargeGridsAreAskedForABlockAVertex) {
    Settings settings = small_settings();
    settings.grid = {1000, 500};
    settings.show = ShowMode::surface;
    start(settings);
    frames(4);
    const auto picture = session().simulation().picture();
    ASSERT_NE(picture, nullptr);
    EXPECT_EQ(picture->block, 3);
    EXPECT_EQ(picture->cells, (CellRect{0, 0, 1000, 500}));
    EXPECT_LE(picture->width, most_surface_texels);
}

TEST_F(SpaceTest, KeyDGoesThroughWhatSuitsTheGrid) {
    start(block_settings(GridSize::box(16, 12, 8)));
    drive([this](ImGuiTestContext& engine) {
        for (const ShowMode mode :
             {ShowMode::surface, ShowMode::slices, ShowMode::volume, ShowMode::flat}) {
            engine.KeyPress(ImGuiKey_D);
            engine.Yield(4);
            EXPECT_EQ(snapshot().settings.show, mode);
            EXPECT_EQ(request().show, mode);
            const auto picture = session().simulation().picture();
            ASSERT_NE(picture, nullptr);
            // All of it comes only where all of it is shown.
            EXPECT_EQ(picture->slices, shows_volume(mode) ? 8 : 0) << info_of(mode).name;
        }
    });
    EXPECT_FALSE(snapshot().notice.has_value());
}

TEST_F(SpaceTest, AFlatGridEndsWhatItCannotShow) {
    Settings settings = block_settings(GridSize::box(16, 12, 8));
    settings.show = ShowMode::volume;
    start(settings);
    EXPECT_EQ(request().show, ShowMode::volume);
    session().apply(command::SetGrid{{32, 16}});
    frames(4);
    EXPECT_EQ(snapshot().settings.show, ShowMode::flat);
    session().apply(command::SetShow{ShowMode::slices});
    frames(2);
    EXPECT_EQ(snapshot().settings.show, ShowMode::flat);
    ASSERT_TRUE(snapshot().notice.has_value());
    EXPECT_EQ(snapshot().notice->kind, Notice::Kind::refused);
}

TEST_F(SpaceTest, TheSliceCardChoosesAndMovesPlanes) {
    start(block_settings(GridSize::box(40, 30, 20)));
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Across x");
        engine.Yield(3);
        EXPECT_EQ(snapshot().settings.plane(), (Plane{Axis::x, 20}));
        EXPECT_EQ(snapshot().settings.shown_grid(), (GridSize{20, 30}));
        session().apply(command::SetShow{ShowMode::slices});
        engine.Yield(3);
        const ImRect track = engine.ItemInfo("//Field/Slice").RectFull;
        engine.MouseMoveToPos({track.Max.x - 1, track.GetCenter().y});
        engine.MouseClick();
        engine.Yield(3);
        const CrossingCell at = crossing_cell(snapshot().settings.crossing, {40, 30, 20, 3});
        EXPECT_EQ(at.slice, 19);
        EXPECT_EQ(at.col, 20);
        EXPECT_EQ(at.row, 15);
        EXPECT_FALSE(snapshot().can_undo);
    });
}

TEST_F(SpaceTest, NarrowWindowsAndSinglesOfCellsAreDrawn) {
    Form form;
    form.width = 960;
    form.height = 600;
    form.theme = ui::ThemeKind::light;
    start_surface(form);
    EXPECT_GT(request().width, 200);
    for (const GridSize grid : {GridSize{1, 1}, GridSize{3, 200}, GridSize{200, 2}}) {
        session().apply(command::SetGrid{grid});
        frames(4);
        EXPECT_EQ(snapshot().settings.grid, grid);
        EXPECT_EQ(request().show, ShowMode::surface);
    }
}

}  // namespace
}  // namespace heatlab
