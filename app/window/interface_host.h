#pragma once

#include <imgui.h>

#include <memory>
#include <string>

#include "app/ui/interface.h"
#include "render/colormap.h"

namespace heatlab {

/// Dear ImGui, ImPlot and the interface on a current OpenGL context: the same for the window, for
/// pictures off screen and for tests. One at a time.
class InterfaceHost {
public:
    /// `share`: the directory with fonts/ and assets/. `colormaps` outlives the host. Throws
    /// std::runtime_error where a font is missing.
    InterfaceHost(const std::string& share, const ColorMapLibrary& colormaps);
    ~InterfaceHost();
    InterfaceHost(const InterfaceHost&) = delete;
    InterfaceHost& operator=(const InterfaceHost&) = delete;

    ui::Interface& interface() { return *interface_; }
    ImGuiContext* context() const { return imgui_; }

    /// Tells size and time of the next frame where no window does: framebuffer pixels, seconds.
    void set_display(int width, int height, float delta_seconds);
    /// Begins a frame: theme and scale of `state`. After the platform's own new frame.
    void begin_frame(const ui::InterfaceState& state);
    /// Ends the frame and draws it into the bound framebuffer, on `background` (sRGB, opaque).
    void end_frame(ImU32 background);

private:
    struct PlotContext;
    ImGuiContext* imgui_ = nullptr;
    std::unique_ptr<PlotContext> plots_;
    std::unique_ptr<ui::Interface> interface_;
};

}  // namespace heatlab
