// The pointer on the field: strokes, zoom, pan, read-out.
#include <cmath>

#include "app/format.h"
#include "app/share_folder.h"
#include "tests/ui/interface_fixture.h"

namespace heatlab {
namespace {

/// Position in cells of a point of the screen, by the resolved view alone: (column, row).
ImVec2 cells_at(const ImRect& picture, const ui::FieldImageRequest& request, ImVec2 point) {
    const auto ppc = static_cast<float>(request.view.pixels_per_cell);
    return {static_cast<float>(request.view.centre_col) + (point.x - picture.GetCenter().x) / ppc,
            static_cast<float>(request.view.centre_row) + (point.y - picture.GetCenter().y) / ppc};
}

TEST_F(InterfaceTest, DragPaintsHeatAndUndoTakesItBack) {
    Settings settings = small_settings();
    settings.init.name = "hot-pixel";
    start(settings);
    const Field before = field();
    drive([this, &before](ImGuiTestContext& engine) {
        EXPECT_EQ(before.at(8, 20), 0.0f);
        engine.MouseMoveToPos(screen_of(engine, {8, 10}));
        engine.MouseDown();
        engine.MouseMoveToPos(screen_of(engine, {8, 30}));
        engine.MouseUp();
        engine.Yield(3);
        const Field painted = field();
        // A capsule: the whole way is hot, what lies a radius aside is as before.
        for (int col = 10; col <= 30; ++col)
            EXPECT_NEAR(painted.at(8, col), 1.0f, 1e-6f) << col;
        EXPECT_EQ(painted.at(13, 20), before.at(13, 20));
        EXPECT_TRUE(snapshot().can_undo);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        engine.Yield(3);
        EXPECT_TRUE(same_bits(before, field()));
        EXPECT_FALSE(snapshot().can_undo);
    });
}

TEST_F(InterfaceTest, RightDragAndShiftDragCool) {
    Settings settings = small_settings();
    settings.init.name = "hot-square";
    start(settings);
    drive([this](ImGuiTestContext& engine) {
        ASSERT_EQ(field().at(16, 32), 1.0f);
        engine.MouseMoveToPos(screen_of(engine, {16, 32}));
        engine.MouseClick(ImGuiMouseButton_Right);
        engine.Yield(3);
        EXPECT_EQ(field().at(16, 32), 0.0f);
        engine.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        engine.Yield(3);
        ASSERT_EQ(field().at(16, 32), 1.0f);
        engine.KeyDown(ImGuiMod_Shift);
        engine.MouseClick(ImGuiMouseButton_Left);
        engine.KeyUp(ImGuiMod_Shift);
        engine.Yield(3);
        EXPECT_EQ(field().at(16, 32), 0.0f);
    });
}

TEST_F(InterfaceTest, StrokeThatBeginsOnAPanelNeverPaints) {
    start(small_settings());
    const Field before = field();
    drive([this, &before](ImGuiTestContext& engine) {
        const ImRect panel = engine.ItemInfo("//Physics/Halve dt").RectFull;
        engine.MouseMoveToPos({panel.Min.x - 4, panel.Min.y - 12});  // between controls
        engine.MouseDown();
        engine.MouseMoveToPos(screen_of(engine, {8, 40}));
        engine.MouseMoveToPos(screen_of(engine, {20, 10}));
        engine.MouseUp();
        engine.Yield(3);
        EXPECT_TRUE(same_bits(before, field()));
        EXPECT_FALSE(snapshot().can_undo);
    });
}

TEST_F(InterfaceTest, StrokeThatBeginsOnTheFieldGoesOnUnderAPanel) {
    Settings settings = small_settings();
    settings.init.name = "hot-pixel";
    start(settings);
    drive([this](ImGuiTestContext& engine) {
        const double r = snapshot().settings.r;
        const ImRect button = engine.ItemInfo("//Physics/Halve dt").RectFull;
        engine.MouseMoveToPos(screen_of(engine, {20, 40}));
        engine.MouseDown();
        engine.MouseMoveToPos(button.GetCenter());
        engine.MouseUp();
        engine.Yield(3);
        EXPECT_NEAR(field().at(20, 40), 1.0f, 1e-6f);
        EXPECT_EQ(snapshot().settings.r, r);  // the button was not pressed
    });
}

TEST_F(InterfaceTest, ToolsOnTheFieldTakeThePointer) {
    start(small_settings());
    const Field before = field();
    drive([this, &before](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Pan");
        EXPECT_EQ(state().tool, ui::Tool::pan);
        engine.ItemClick("//Field/Paint cold");
        EXPECT_EQ(state().tool, ui::Tool::cool);
        engine.ItemClick("//Field/Display rung");
        engine.Yield(2);
        EXPECT_TRUE(same_bits(before, field()));
    });
}

TEST_F(InterfaceTest, WheelKeepsTheCellUnderThePointer) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImVec2 pointer = screen_of(engine, {8, 44});
        engine.MouseMoveToPos(pointer);
        for (int notch = 0; notch < 8; ++notch) {
            engine.MouseWheelY(notch < 5 ? 1.0f : -1.0f);
            engine.Yield(3);
            const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
            const ImVec2 cell = cells_at(picture, request(), pointer);
            // Cells lie on whole pixels, so half a pixel a notch is what may be lost.
            const float tolerance =
                0.02f + 4.0f / static_cast<float>(request().view.pixels_per_cell);
            EXPECT_NEAR(cell.x, 44, tolerance) << notch;
            EXPECT_NEAR(cell.y, 8, tolerance) << notch;
        }
        EXPECT_FALSE(snapshot().settings.view.fit);
    });
}

TEST_F(InterfaceTest, WheelMovesTheZoomToWhereItJumpsWithoutMotion) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImVec2 pointer = screen_of(engine, {8, 44});
        engine.MouseMoveToPos(pointer);
        const double fitted = request().view.pixels_per_cell;
        engine.MouseWheelY(2);
        engine.Yield(2);
        const double jumped = request().view.pixels_per_cell;
        ASSERT_GT(jumped, 1.2 * fitted);
        engine.KeyPress(ImGuiKey_F);
        state().reduced_motion = false;
        engine.Yield(2);
        engine.MouseWheelY(2);
        double last = fitted;
        int between = 0;
        for (int i = 0; i < 12; ++i) {  // 0.2 s, the motion takes 0.14
            const double zoom = request().view.pixels_per_cell;
            EXPECT_GE(zoom, last - 1e-9);
            between += zoom > 1.001 * fitted && zoom < 0.999 * jumped ? 1 : 0;
            last = zoom;
            const ImVec2 cell =
                cells_at(engine.ItemInfo("//Field/Field").RectFull, request(), pointer);
            EXPECT_NEAR(cell.x, 44, 0.2) << i;
            EXPECT_NEAR(cell.y, 8, 0.2) << i;
            engine.Yield();
        }
        EXPECT_GE(between, 3);
        EXPECT_DOUBLE_EQ(request().view.pixels_per_cell, jumped);
        // Another view ends the motion.
        engine.MouseWheelY(2);
        engine.KeyPress(ImGuiKey_F);
        engine.Yield(12);
        EXPECT_TRUE(snapshot().settings.view.fit);
    });
}

TEST_F(InterfaceTest, IsothermsGiveWayToACheckerboard) {
    const ColorMapLibrary colormaps(share_folder());
    const auto isotherms = [&] {
        return field_style(snapshot(), colormaps, ui::ThemeKind::dark, 1).isotherms;
    };
    Settings settings = small_settings();
    settings.isotherms = true;
    start(settings);
    EXPECT_TRUE(isotherms()) << "stairs of edges are no checkerboard";
    InitialFieldSpec checkerboard;
    checkerboard.name = "checkerboard";
    session().apply(command::SetInitialField{checkerboard});
    frames(6);
    EXPECT_FALSE(isotherms());
    session().apply(command::SetIsotherms{false});
    session().apply(command::SetInitialField{{}});
    frames(6);
    EXPECT_FALSE(isotherms());
}

TEST_F(InterfaceTest, FitAndOneToOne) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImRect fitted = engine.ItemInfo("//Field/Field").RectFull;
        engine.ItemClick("//Field/1:1");
        engine.Yield(3);
        const ImRect single = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_EQ(single.GetWidth(), 64);
        EXPECT_EQ(single.GetHeight(), 32);
        engine.ItemClick("//Field/Fit");
        engine.Yield(3);
        const ImRect again = engine.ItemInfo("//Field/Field").RectFull;
        EXPECT_EQ(again.GetWidth(), fitted.GetWidth());
        EXPECT_TRUE(snapshot().settings.view.fit);
    });
}

TEST_F(InterfaceTest, MiddleDragMovesTheFieldWithThePointer) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        const ImVec2 from = screen_of(engine, {16, 32});
        engine.MouseMoveToPos(from);
        engine.MouseWheelY(8);
        engine.Yield(3);
        const ImRect picture = engine.ItemInfo("//Field/Field").RectFull;
        const ImVec2 before = cells_at(picture, request(), from);
        engine.MouseDown(ImGuiMouseButton_Middle);
        const ImVec2 to{from.x + 60, from.y - 40};
        engine.MouseMoveToPos({from.x + 30, from.y - 20});
        engine.MouseMoveToPos(to);
        engine.MouseUp(ImGuiMouseButton_Middle);
        engine.Yield(3);
        const ImVec2 after = cells_at(engine.ItemInfo("//Field/Field").RectFull, request(), to);
        const float pixel = 1 / static_cast<float>(request().view.pixels_per_cell);
        EXPECT_NEAR(after.x, before.x, 2 * pixel);
        EXPECT_NEAR(after.y, before.y, 2 * pixel);
    });
}

TEST_F(InterfaceTest, TheFieldIsNeverLost) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.MouseMoveToPos(screen_of(engine, {2, 2}));
        for (int i = 0; i < 60; ++i)
            engine.MouseWheelY(-1);
        engine.Yield(3);
        EXPECT_GE(request().width, 1);
        EXPECT_GE(request().view.pixels_per_cell, 0.019);
        engine.ItemClick("//Field/Fit");
        engine.MouseMoveToPos(screen_of(engine, {16, 32}));
        for (int i = 0; i < 60; ++i)
            engine.MouseWheelY(1);
        engine.Yield(3);
        EXPECT_NEAR(request().view.pixels_per_cell, 64, 1e-6);
        engine.MouseDown(ImGuiMouseButton_Middle);
        for (int i = 0; i < 20; ++i) {
            engine.MouseMoveToPos({300, 300});
            engine.MouseMoveToPos({900, 600});
        }
        engine.MouseUp(ImGuiMouseButton_Middle);
        engine.Yield(3);
        EXPECT_GT(request().width, 100);
        EXPECT_GT(request().height, 100);
    });
}

TEST_F(InterfaceTest, HoverReadsTheCellAndItsNeighbours) {
    Settings settings = small_settings();
    settings.init.name = "random";
    start(settings);
    const Field now = field();
    drive([this, &now](ImGuiTestContext& engine) {
        engine.MouseMoveToPos(screen_of(engine, {7, 21}));
        engine.Yield(4);
        ASSERT_TRUE(snapshot().probe.has_value());
        const ProbeReading reading = *snapshot().probe;
        EXPECT_EQ(reading.cell, (Cell{7, 21}));
        EXPECT_EQ(reading.centre, now.at(7, 21));
        EXPECT_EQ(reading.north, now.at(6, 21));
        EXPECT_EQ(reading.east, now.at(7, 22));
        EXPECT_EQ(reading.south, now.at(8, 21));
        EXPECT_EQ(reading.west, now.at(7, 20));
        // The same cell after one step is what the read-out promised.
        const std::optional<float> promised = snapshot().probe_next;
        ASSERT_TRUE(promised.has_value());
        engine.KeyPress(ImGuiKey_S);
        engine.Yield(3);
        EXPECT_EQ(field().at(7, 21), *promised);
        engine.MouseMove("//Physics/Halve dt");
        engine.Yield(4);
        EXPECT_FALSE(snapshot().probe.has_value());
    });
}

TEST_F(InterfaceTest, ClickWithThePanToolPinsTheReadOut) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Field/Pan");
        engine.MouseMoveToPos(screen_of(engine, {9, 33}));
        engine.MouseClick();
        engine.MouseMove("//Physics/Halve dt");
        engine.Yield(4);
        ASSERT_TRUE(snapshot().probe.has_value());
        EXPECT_EQ(snapshot().probe->cell, (Cell{9, 33}));
        engine.MouseMoveToPos(screen_of(engine, {9, 33}));
        engine.MouseClick();
        engine.MouseMove("//Physics/Halve dt");
        engine.Yield(4);
        EXPECT_FALSE(snapshot().probe.has_value());
    });
}

TEST_F(InterfaceTest, ActionPillLeadsBackToAStableRatio) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        EXPECT_FALSE(engine.ItemExists("//Field/Growth"));
        engine.KeyPress(ImGuiKey_RightBracket);
        engine.Yield(3);
        EXPECT_NEAR(snapshot().settings.r, 0.4, 1e-7);
        engine.ItemClick("//Field/Back to r = 0.20");
        engine.Yield(3);
        EXPECT_NEAR(snapshot().settings.r, 0.2, 1e-7);
        EXPECT_FALSE(engine.ItemExists("//Field/Growth"));
    });
}

// As after an overflow, in every dimension.
TEST_F(InterfaceTest, ActionPillLeadsBackToTheRatioOfTheDimensions) {
    for (const GridSize grid : {GridSize::line(64), GridSize::box(12, 12, 12)}) {
        Settings settings = with_grid(small_settings(), grid);
        settings.r = 0.6;
        start(settings);
        const double safe = grid.dimensions == 1 ? 0.40 : 0.13;
        const std::string pill = "//Field/Back to r = " + format_fixed(safe, 2);
        drive([&](ImGuiTestContext& engine) {
            engine.ItemClick(pill.c_str());
            engine.Yield(3);
            EXPECT_NEAR(snapshot().settings.r, safe, 1e-7);
            EXPECT_FALSE(engine.ItemExists("//Field/Growth"));
        });
    }
}

struct Shape {
    GridSize window;
    GridSize grid;
    float scale = 1;
};

class OverlayTest : public InterfaceTest, public ::testing::WithParamInterface<Shape> {};

TEST_P(OverlayTest, WhatLiesOnAPictureStaysOnIt) {
    Settings settings = small_settings();
    settings.grid = GetParam().grid;
    settings.init.name = "checkerboard";
    settings.r = 0.26;
    start(settings, {.width = GetParam().window.width,
                     .height = GetParam().window.height,
                     .scale = GetParam().scale});
    const bool narrow = static_cast<float>(GetParam().window.width) / GetParam().scale < 1200;
    drive([this, narrow](ImGuiTestContext& engine) {
        engine.SetRef(narrow ? "//Field##narrow" : "//Field");
        ASSERT_TRUE(engine.ItemExists("Growth"));
        ASSERT_TRUE(engine.ItemExists("##start card"));
        const ImRect card = engine.ItemInfo("##start card").RectFull;
        for (const char* item : {"Growth", "Display rung", "##tools"})
            EXPECT_FALSE(card.Overlaps(engine.ItemInfo(item).RectFull)) << item;
        engine.KeyPress(ImGuiKey_Space);
        engine.Yield(12);
        const ImRect picture = engine.ItemInfo("Field").RectFull;
        const ImRect tools = engine.ItemInfo("##tools").RectFull;
        // A picture too small for it has the sheet instead.
        const ImRect room = picture.GetWidth() >= 360 * GetParam().scale &&
                                    picture.GetHeight() >= 220 * GetParam().scale
                                ? picture
                                : engine.WindowInfo("").Window->Rect();
        for (const char* item : {"Growth", "Display rung", "Flash guard"}) {
            const ImRect pill = engine.ItemInfo(item).RectFull;
            EXPECT_TRUE(room.Contains(pill))
                << item << " from " << pill.Min.x << " to " << pill.Max.x << " on " << room.Min.x
                << " to " << room.Max.x;
            EXPECT_FALSE(tools.Overlaps(pill)) << item;
        }
    });
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, OverlayTest,
    ::testing::Values(Shape{{1280, 720}, {64, 64}}, Shape{{1280, 720}, {64, 32}},
                      Shape{{1280, 720}, {60, 66}}, Shape{{1366, 768}, {64, 64}},
                      Shape{{1440, 900}, {64, 64}}, Shape{{1920, 1080}, {64, 64}},
                      Shape{{1920, 1080}, {33, 64}}, Shape{{1920, 1080}, {64, 64}, 1.5f},
                      Shape{{2560, 1440}, {64, 64}, 2}, Shape{{1000, 700}, {64, 64}},
                      Shape{{800, 600}, {64, 64}}));

TEST_F(InterfaceTest, StartCardGoesOnceAnythingRan) {
    start(small_settings());
    drive([this](ImGuiTestContext& engine) {
        ASSERT_TRUE(engine.ItemExists("//Field/Space"));
        engine.ItemClick("//Field/Space");
        engine.Yield(4);
        EXPECT_TRUE(snapshot().running);
        EXPECT_FALSE(engine.ItemExists("//Field/Space"));
    });
}

}  // namespace
}  // namespace heatlab
