#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <functional>
#include <memory>
#include <string>

#include "app/field_display.h"
#include "app/ui/interface_state.h"
#include "app/window/frame_painter.h"
#include "app/window/interface_host.h"
#include "render/egl_context.h"
#include "render/image.h"
#include "sim/field.h"

namespace heatlab {

/// The whole interface on a real session, as a rule of the CPU backend, off screen, with injected
/// input. Time is counted in frames of 1/60 s, and every frame waits for the simulation, so that a
/// test sees the same on any machine.
class InterfaceTest : public ::testing::Test {
protected:
    struct Form {
        int width = 1920;
        int height = 1080;
        float scale = 1;
        ui::ThemeKind theme = ui::ThemeKind::dark;
        bool visible = false;  ///< draw the interface in full, to look at its pixels
        BackendChoice backend = BackendChoice::cpu;
    };

    explicit InterfaceTest(EglPreference preference = EglPreference::software);
    ~InterfaceTest() override;

    /// A grid so small that every frame is quick.
    static Settings small_settings();

    void start(const Settings& settings);
    void start(const Settings& settings, const Form& form);
    void frames(int count);
    /// Runs `script` as the user; every failed check of the engine is a failure of the test.
    void drive(const std::function<void(ImGuiTestContext&)>& script);

    const Snapshot& snapshot() { return live_->session.snapshot(); }
    Session& session() { return live_->session; }
    ui::InterfaceState& state() { return state_; }
    Field field() { return live_->session.simulation().read_back(); }
    Image picture();

    /// Middle of a cell on the screen, for a view that fits the whole grid.
    ImVec2 screen_of(ImGuiTestContext& engine, Cell cell);
    /// Types into a number field.
    static void type(ImGuiTestContext& engine, const char* item, const char* text);

    InterfaceHost& host() { return *host_; }
    /// What the field sheet asked for in the last frame.
    const ui::FieldImageRequest& request() const { return painter_->request(); }

private:
    void frame();

    std::unique_ptr<EglContext> context_;
    std::unique_ptr<ColorMapLibrary> colormaps_;
    std::unique_ptr<LiveSession> live_;
    std::unique_ptr<InterfaceHost> host_;
    std::unique_ptr<FramePainter> painter_;
    std::unique_ptr<RenderTarget> target_;
    ImGuiTestEngine* engine_ = nullptr;
    ui::InterfaceState state_;
    Form form_;
    double now_ = 0;
    int scripts_ = 0;
};

/// Bits of two fields alike.
::testing::AssertionResult same_bits(const Field& a, const Field& b);

}  // namespace heatlab
