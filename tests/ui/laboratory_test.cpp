// The stability laboratory's displays: every control emits its command, and axes stay where they
// are.
#include <chrono>
#include <cmath>

#include <imgui_internal.h>

#include "app/ui/loupe.h"
#include "app/ui/panels/edges.h"
#include "app/ui/panels/extremes.h"
#include "app/ui/panels/growth.h"
#include "app/ui/plot_axis.h"
#include "app/ui/widgets/plot.h"
#include "tests/ui/panel_fixture.h"
#include "tests/ui/preview_laboratory.h"

namespace heatlab {
namespace {

TEST(Edges, PeriodicSidesChangeInPairs) {
    Boundaries all;
    const Boundaries wrapped = ui::with_side(all, 1, BoundaryKind::periodic);
    EXPECT_EQ(wrapped.left, BoundaryKind::periodic);
    EXPECT_EQ(wrapped.right, BoundaryKind::periodic);
    EXPECT_EQ(wrapped.top, BoundaryKind::dirichlet);
    EXPECT_NO_THROW(validate_boundaries(wrapped));
    const Boundaries opened = ui::with_side(wrapped, 3, BoundaryKind::insulated);
    EXPECT_EQ(opened.left, BoundaryKind::insulated);
    EXPECT_EQ(opened.right, BoundaryKind::insulated);
    const Boundaries one = ui::with_side(all, 0, BoundaryKind::insulated);
    EXPECT_EQ(one.top, BoundaryKind::insulated);
    EXPECT_EQ(one.bottom, BoundaryKind::dirichlet);
}

TEST(Loupe, StaysOnTheGrid) {
    EXPECT_EQ(ui::loupe_cells({64, 32}, {10, 20}, 9), (CellRect{16, 6, 9, 9}));
    EXPECT_EQ(ui::loupe_cells({64, 32}, {0, 63}, 9), (CellRect{59, 0, 5, 5}));
    EXPECT_EQ(ui::loupe_cells({3, 1}, {0, 1}, 9), (CellRect{0, 0, 3, 1}));
}

class LaboratoryTest : public PanelTest {
protected:
    LaboratoryTest() {
        snapshot.settings.grid = {128, 64};
        make_up_run(snapshot, {{{0.26, 200}}, 1e-6, 2e-9});
    }
    void open_page(ImGuiTestContext& engine, const char* page) {
        engine.WindowFocus("//Laboratory");
        engine.Yield(2);
        engine.ItemClick((std::string("//Laboratory/Page/") + page).c_str());
        engine.Yield(2);
    }
};

// A label stands in the middle below its tick, that of the end of an axis too.
TEST_F(LaboratoryTest, LabelsOfAnAxisLieWithinItsSheet) {
    for (const double end : {150'000.0, 10.0}) {
        for (const float wide : {120.0f, 400.0f}) {
            for (const float scale : {1.0f, 2.0f}) {
                state.scale = scale;
                float reach = 1;
                also = [&] {
                    const ui::PanelContext panel = context();
                    ImGui::Begin("sheet");
                    const ImVec2 corner = ImGui::GetCursorScreenPos();
                    const ImRect area(corner, corner + ImVec2(wide * scale, 120 * scale));
                    const ui::AxisLimits steps{0, end};
                    const ui::PlotAxes axes{steps, {0, 1}, ui::step_ticks(steps, 3), {}};
                    {
                        const ui::Plot plot(panel.look, "axis", area, axes);
                        EXPECT_TRUE(plot.visible());
                        const ui::AxisTick& last = axes.x_ticks.back();
                        const float half =
                            text_size(panel.look, ui::Role::caption, last.label).x / 2;
                        reach = plot.to_screen(last.at, 0).x + half - area.Max.x;
                    }
                    ImGui::End();
                };
                frames(2);
                EXPECT_LE(reach, 0) << end << " in " << wide << " at " << scale;
            }
        }
    }
}

TEST_F(LaboratoryTest, SwitchesSetWhatIsMeasured) {
    drive([this](ImGuiTestContext& engine) {
        open_page(engine, "Switches");
        engine.ItemClick("//Laboratory/Traces");
        ASSERT_TRUE(last<command::SetLaboratory>());
        EXPECT_FALSE(last<command::SetLaboratory>()->setting.traces);
        engine.ItemClick("//Laboratory/Watch every step");
        EXPECT_FALSE(last<command::SetLaboratory>()->setting.watch);
        engine.ItemClick("//Laboratory/Live waves");
        EXPECT_TRUE(last<command::SetLaboratory>()->setting.spectrum);
        EXPECT_TRUE(last<command::SetLaboratory>()->setting.traces);
        engine.ItemClick("//Laboratory/Loupe");
        EXPECT_TRUE(state.loupe);
        engine.KeyPress(ImGuiKey_M);
        engine.Yield(2);
        EXPECT_FALSE(state.loupe);
    });
}

TEST_F(LaboratoryTest, SpectrumIsSwitchedOnBesideItsMap) {
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Spectrum/Live waves");
        ASSERT_TRUE(last<command::SetLaboratory>());
        EXPECT_TRUE(last<command::SetLaboratory>()->setting.spectrum);
    });
}

TEST_F(LaboratoryTest, SweepTakesItsRangeStartsAndIsCancelled) {
    drive([this](ImGuiTestContext& engine) {
        open_page(engine, "Sweep");
        engine.ItemClick("//Laboratory/##sweep from");
        engine.KeyCharsReplaceEnter("0.22");
        engine.ItemClick("//Laboratory/##sweep to");
        engine.KeyCharsReplaceEnter("0.28");
        engine.ItemClick("//Laboratory/##sweep step");
        engine.KeyCharsReplaceEnter("0.01");
        engine.ItemClick("//Laboratory/Sweep##start");
        ASSERT_TRUE(last<command::StartSweep>());
        EXPECT_EQ(last<command::StartSweep>()->sweep, (RatioSweep{0.22, 0.28, 0.01}));
        make_up_sweep(snapshot, 5);
        engine.Yield(2);
        engine.ItemClick("//Laboratory/Cancel");
        EXPECT_TRUE(last<command::CancelSweep>());
        make_up_sweep(snapshot, 1000);
        engine.Yield(2);
        engine.ItemClick("//Laboratory/0 to 0.3");
        engine.ItemClick("//Laboratory/Sweep##start");
        EXPECT_EQ(last<command::StartSweep>()->sweep.high, 0.3);
        EXPECT_EQ(last<command::StartSweep>()->sweep.low, 0.0);
    });
}

TEST_F(LaboratoryTest, ExactModeStartsAndTheGridIsRefined) {
    make_up_run(snapshot, {{{0.2, 20}}, 0.1, 2e-9});
    drive([this](ImGuiTestContext& engine) {
        open_page(engine, "Exact mode");
        engine.ItemClick("//Laboratory/Start from a sine mode");
        ASSERT_TRUE(last<command::SetInitialField>());
        EXPECT_EQ(last<command::SetInitialField>()->spec.name, "sine");
        make_up_exact_mode(snapshot);
        engine.Yield(2);
        EXPECT_TRUE(engine.ItemExists("//Laboratory/measured"));
        EXPECT_TRUE(engine.ItemExists("//Laboratory/discrete g"));
        engine.ItemClick("//Laboratory/Halve cells");
        ASSERT_TRUE(last<command::RefineGrid>());
        EXPECT_EQ(last<command::RefineGrid>()->factor, 2);
        engine.ItemClick("//Laboratory/Double cells");
        EXPECT_EQ(last<command::RefineGrid>()->factor, 0.5);
        forget();
        snapshot.laboratory.refinement.allowed = false;
        engine.Yield(2);
        engine.ItemClick("//Laboratory/Halve cells");
        EXPECT_FALSE(last<command::RefineGrid>());
    });
}

TEST_F(LaboratoryTest, EdgesAreChosenTogetherAndOneByOne) {
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Physics/All edges/Insulated");
        ASSERT_TRUE(last<command::SetBoundaries>());
        EXPECT_EQ(last<command::SetBoundaries>()->boundaries,
                  Boundaries::all(BoundaryKind::insulated));
        engine.ItemClick("//Physics/Right edge");
        engine.ItemClick("//$FOCUSED/Periodic, with the side across");
        EXPECT_EQ(last<command::SetBoundaries>()->boundaries.left, BoundaryKind::periodic);
        EXPECT_EQ(last<command::SetBoundaries>()->boundaries.top, BoundaryKind::dirichlet);
        EXPECT_TRUE(engine.ItemExists("//Physics/##wall top"));
        snapshot.settings.boundaries = last<command::SetBoundaries>()->boundaries;
        engine.Yield(2);
        EXPECT_TRUE(engine.ItemExists("//Physics/##wall top"));
        EXPECT_FALSE(engine.ItemExists("//Physics/##wall left"));
    });
}

TEST_F(LaboratoryTest, KernelsForFixedEdgesAreNotChosenWithOthers) {
    snapshot.settings.boundaries = Boundaries::all(BoundaryKind::periodic);
    drive([this](ImGuiTestContext& engine) {
        for (const KernelFigures& figures : snapshot.kernels) {
            if (!figures.kernel->advances || figures.kernel->name == snapshot.settings.kernel)
                continue;
            forget();
            const std::string name(figures.kernel->name);
            engine.ItemClick(("//Kernels/" + name).c_str());
            EXPECT_EQ(last<command::SetKernel>().has_value(), figures.kernel->any_boundary) << name;
        }
    });
}

TEST_F(LaboratoryTest, SliderShowsTheShortRangeAndItsEnd) {
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Physics/Short range");
        engine.Yield(2);
        EXPECT_TRUE(state.short_ratio);
        const ImRect slider = engine.ItemInfo("//Physics/Step ratio").RectFull;
        engine.MouseMoveToPos({slider.Min.x + 0.5f * slider.GetWidth(), slider.Min.y + 10});
        engine.MouseClick();
        ASSERT_TRUE(last<command::SetStepRatio>());
        EXPECT_NEAR(last<command::SetStepRatio>()->r, 0.15, 0.005);
    });
}

TEST_F(LaboratoryTest, FirstOvershootIsShownWhereItHappened) {
    LimitCrossing crossing;
    crossing.step = 55;
    crossing.extreme = {1.02f, {3, 9}};
    snapshot.laboratory.principle.first_crossing = crossing;
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Extremes/Maximum principle");
        engine.Yield(2);
        ASSERT_TRUE(last<command::SetView>());
        EXPECT_EQ(last<command::SetView>()->view.centre_row, 3);
        EXPECT_EQ(last<command::SetView>()->view.centre_col, 9);
        ASSERT_TRUE(last<command::SetProbe>());
        EXPECT_EQ(last<command::SetProbe>()->cell, (Cell{3, 9}));
    });
}

TEST_F(LaboratoryTest, PresetsAreLoadedByVariantAndFieldsByTitle) {
    make_up_presets(snapshot, "hot-pixel");
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//heatlab/initial field");
        engine.Yield(2);
        // The run's own preset is shown first.
        engine.ItemClick("//$FOCUSED/Start");
        ASSERT_TRUE(last<command::LoadPreset>());
        EXPECT_EQ(last<command::LoadPreset>()->name, "hot-pixel");
        engine.ItemClick("//heatlab/initial field");
        engine.ItemClick("//$FOCUSED/The edge of stability");
        engine.ItemClick("//$FOCUSED/0.26");
        EXPECT_EQ(last<command::LoadPreset>()->name, "edge-of-stability:0.26");
        engine.ItemClick("//heatlab/initial field");
        engine.ItemClick("//$FOCUSED/Gaussian");
        ASSERT_TRUE(last<command::SetInitialField>());
        EXPECT_EQ(last<command::SetInitialField>()->spec.name, "gaussian");
    });
}

TEST_F(LaboratoryTest, ThePickerHasRoomInTheSmallestCompactWindow) {
    make_up_presets(snapshot, "");
    width = 1280;
    height = 720;
    auto library = std::const_pointer_cast<PresetLibrary>(snapshot.presets);
    auto& presets = const_cast<std::vector<Preset>&>(library->presets());
    while (presets.size() < 10) {
        presets.push_back(presets.front());
        presets.back().title += " " + std::to_string(presets.size());
    }
    drive([](ImGuiTestContext& engine) {
        engine.ItemClick("//heatlab/initial field");
        engine.Yield(4);
        const ImGuiContext& imgui = *ImGui::GetCurrentContext();
        ASSERT_GT(imgui.OpenPopupStack.Size, 0);
        const ImGuiWindow* popup = imgui.OpenPopupStack.back().Window;
        EXPECT_EQ(popup->ScrollMax.y, 0) << "it scrolls";
        EXPECT_LE(popup->Rect().Max.y, 720);
        EXPECT_LE(popup->Rect().Max.x, 1280);
    });
}

TEST_F(LaboratoryTest, TheCurveIsChosenInItsPanel) {
    width = 1280;
    height = 720;
    drive([](ImGuiTestContext& engine) {
        engine.ItemClick("//Growth/Traced");
        engine.Yield(2);
        const ImGuiContext& imgui = *ImGui::GetCurrentContext();
        ASSERT_GT(imgui.OpenPopupStack.Size, 0);
        const ImRect popup = imgui.OpenPopupStack.back().Window->Rect();
        EXPECT_LE(popup.Max.y, 720);
        EXPECT_GE(popup.Min.y, 0);
        engine.ItemClick("//$FOCUSED/energy");
        engine.Yield(2);
        EXPECT_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0);
        EXPECT_TRUE(engine.ItemExists("//Growth/Traced"));
    });
}

TEST_F(LaboratoryTest, TracesSwitchedOffAreSwitchedOnInTheirPanel) {
    snapshot.settings.laboratory.traces = false;
    drive([this](ImGuiTestContext& engine) {
        engine.ItemClick("//Growth/Measure again");
        ASSERT_TRUE(last<command::SetLaboratory>());
        EXPECT_TRUE(last<command::SetLaboratory>()->setting.traces);
    });
}

TEST_F(LaboratoryTest, AxesStayWhenRMovesAndStartAgainWithTheRun) {
    ui::GrowthPanel growth;
    ui::ExtremesPanel extremes;
    also = [&] {
        const ui::PanelContext panel = context();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({500, 400});
        ImGui::Begin("own", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking);
        growth.draw(panel, ImRect(0, 0, 500, 200));
        extremes.draw(panel, ImRect(0, 200, 500, 400));
        ImGui::End();
    };
    make_up_run(snapshot, {{{0.26, 200}}, 1e-3, 2e-9});
    frames(3);
    const ui::AxisLimits steps = growth.steps_axis();
    const ui::AxisLimits values = growth.values_axis();
    const ui::AxisLimits range = extremes.values_axis();
    ASSERT_FALSE(steps.empty());
    // r moves, and the field calms down: fewer decades are needed, and still none are lost.
    make_up_run(snapshot, {{{0.26, 200}, {0.2, 5}}, 1e-3, 2e-9});
    frames(3);
    EXPECT_EQ(growth.steps_axis(), steps.high >= 205 ? steps : growth.steps_axis());
    EXPECT_LE(growth.values_axis().low, values.low);
    EXPECT_GE(growth.values_axis().high, values.high);
    EXPECT_EQ(extremes.values_axis(), range);
    // Another start.
    make_up_run(snapshot, {{{0.2, 0}}, 1e-3, 2e-9});
    frames(3);
    EXPECT_LT(growth.steps_axis().high, steps.high);
}

TEST_F(LaboratoryTest, AllDisplaysTakeLittleOfAFrame) {
    make_up_run(snapshot, {{{0.2, 4000}, {0.24, 95}}, 0.1, 2e-9});
    ASSERT_GE(snapshot.laboratory.traces->points.size(), 4000u);
    make_up_spectrum(snapshot, true);
    frames(10);
    const auto begin = std::chrono::steady_clock::now();
    constexpr int count = 60;
    frames(count);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    RecordProperty("milliseconds_per_frame", std::to_string(taken.count() / count));
    std::printf("%.2f ms per frame without drawing\n", taken.count() / count);
    // A frame has 16.7 ms; wide of what is measured, so that a busy machine does not fail.
    EXPECT_LT(taken.count() / count, 8.0);
}

TEST_F(LaboratoryTest, OvershootOfABlockIsShownInItsSlice) {
    snapshot.settings.grid = GridSize::box(30, 20, 10);
    snapshot.stability.dimensions = 3;
    LimitCrossing crossing;
    crossing.step = 55;
    crossing.extreme = {1.02f, {2 * 20 + 3, 9}};  // row 3 of slice 2
    snapshot.laboratory.principle.first_crossing = crossing;
    struct Seen {
        Axis across;
        int index;
        Cell cell;
    };
    for (const Seen& seen :
         {Seen{Axis::z, 2, {3, 9}}, Seen{Axis::y, 3, {2, 9}}, Seen{Axis::x, 9, {3, 2}}}) {
        snapshot.settings.slice = {seen.across, 0};
        forget();
        ui::show_cell(context(), crossing.extreme.cell);
        ASSERT_TRUE(last<command::SetSlice>());
        EXPECT_EQ(last<command::SetSlice>()->slice, (SliceSetting{seen.across, seen.index}));
        EXPECT_EQ(state.cell_to_pin, seen.cell);
        EXPECT_FALSE(last<command::SetView>()) << "such a plane is seen whole";
    }
    snapshot.settings.show = ShowMode::slices;
    ui::show_cell(context(), crossing.extreme.cell);
    ASSERT_TRUE(last<command::SetCrossing>());
    EXPECT_EQ(last<command::SetCrossing>()->crossing, (CrossingSetting{9, 3, 2}));
}

TEST_F(LaboratoryTest, OvershootOfARodIsShownInThePlaceThatHoldsItsCell) {
    snapshot.settings.grid = GridSize::line(4096);  // two cells a place
    ui::show_cell(context(), {0, 1001});
    EXPECT_FALSE(last<command::SetSlice>());
    EXPECT_EQ(state.cell_to_pin, (Cell{0, 500}));
    ASSERT_TRUE(last<command::SetView>());
    EXPECT_EQ(last<command::SetView>()->view.centre_col, 500);
}

}  // namespace
}  // namespace heatlab
