#include "app/window/interface_host.h"

#include <glad/gl.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <stdexcept>

namespace heatlab {

struct InterfaceHost::PlotContext {
    PlotContext() : context(ImPlot::CreateContext()) {}
    ~PlotContext() { ImPlot::DestroyContext(context); }
    PlotContext(const PlotContext&) = delete;
    PlotContext& operator=(const PlotContext&) = delete;

    ImPlotContext* context;
};

namespace {

/// Undoes what the constructor of the host has done so far, should it throw.
struct ContextGuard {
    ImGuiContext* context;
    bool backend = false;
    bool keep = false;

    ~ContextGuard() {
        if (keep)
            return;
        if (backend)
            ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext(context);
    }
};

bool is_modifier(ImGuiKey key) {
    return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

/// A chord that is pressed and let go between two slow frames keeps its modifier: Dear ImGui takes
/// one change of a key per frame, but would release Ctrl in the frame in which Q goes down. What
/// follows the release is held back, and given back after the frame's input was taken.
class ChordKeeper {
public:
    explicit ChordKeeper(ImVector<ImGuiInputEvent>& queue) : queue_(queue) {
        bool pressed = false;
        for (int i = 0; i < queue_.Size; ++i) {
            const ImGuiInputEvent& event = queue_[i];
            if (event.Type != ImGuiInputEventType_Key)
                continue;
            const bool modifier = is_modifier(event.Key.Key);
            pressed = pressed || (event.Key.Down && !modifier);
            if (pressed && modifier && !event.Key.Down) {
                for (int k = i; k < queue_.Size; ++k)
                    held_.push_back(queue_[k]);
                queue_.resize(i);
                return;
            }
        }
    }
    ~ChordKeeper() {
        for (const ImGuiInputEvent& event : held_)
            queue_.push_back(event);
    }
    ChordKeeper(const ChordKeeper&) = delete;
    ChordKeeper& operator=(const ChordKeeper&) = delete;

private:
    ImVector<ImGuiInputEvent>& queue_;
    ImVector<ImGuiInputEvent> held_;
};

}  // namespace

InterfaceHost::InterfaceHost(const std::string& share, const ColorMapLibrary& colormaps) {
    IMGUI_CHECKVERSION();
    imgui_ = ImGui::CreateContext();
    ContextGuard guard{imgui_};
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the layout is kept with the preferences
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_DockingEnable;
    io.ConfigErrorRecoveryEnableTooltip = false;
    if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
        throw std::runtime_error("The interface's OpenGL renderer does not start");
    guard.backend = true;
    plots_ = std::make_unique<PlotContext>();
    interface_ = std::make_unique<ui::Interface>(share, colormaps);
    guard.keep = true;
}

InterfaceHost::~InterfaceHost() {
    ImGui::SetCurrentContext(imgui_);
    interface_.reset();
    plots_.reset();
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(imgui_);
}

void InterfaceHost::set_display(int width, int height, float delta_seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = std::max(delta_seconds, 1e-6f);
}

void InterfaceHost::begin_frame(const ui::InterfaceState& state) {
    interface_->prepare(state);
    ImGui_ImplOpenGL3_NewFrame();
    const ChordKeeper chords(imgui_->InputEventsQueue);
    ImGui::NewFrame();
}

void InterfaceHost::end_frame(ImU32 background) {
    ImGui::Render();
    ImDrawData* data = ImGui::GetDrawData();
    const auto pixels = [](float size, float scale) { return static_cast<GLsizei>(size * scale); };
    glViewport(0, 0, pixels(data->DisplaySize.x, data->FramebufferScale.x),
               pixels(data->DisplaySize.y, data->FramebufferScale.y));
    const ImVec4 clear = ImGui::ColorConvertU32ToFloat4(background);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(clear.x, clear.y, clear.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(data);
}

}  // namespace heatlab
