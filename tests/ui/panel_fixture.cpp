#include "tests/ui/panel_fixture.h"

#include <imgui_te_internal.h>
#include <implot.h>

#include <string>

#include "app/share_folder.h"

namespace heatlab {
namespace {

constexpr int longest_script = 20000;  ///< frames

/// What a renderer would do with the textures: they exist, and nobody looks at them.
void accept_textures() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status == ImTextureStatus_WantCreate)
            texture->SetTexID(1);
        if (texture->Status == ImTextureStatus_WantDestroy) {
            texture->SetTexID(ImTextureID_Invalid);
            texture->SetStatus(ImTextureStatus_Destroyed);
        } else {
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
}

}  // namespace

PanelTest::PanelTest() : imgui_(ImGui::CreateContext()), plots_(ImPlot::CreateContext()) {
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    colormaps_ = std::make_unique<ColorMapLibrary>(share_folder());
    interface_ = std::make_unique<ui::Interface>(share_folder().string(), *colormaps_);
    state.reduced_motion = true;
    snapshot.walls = snapshot.settings.effective_walls();
    snapshot.stability = assess_stability(snapshot.settings.grid, snapshot.settings.boundaries,
                                          StepRatio::from(snapshot.settings.r));
    for (const KernelInfo& kernel : kernel_table())
        if (kernel.runs_on(BackendKind::cpu) && kernel.suits(2))
            snapshot.kernels.push_back({&kernel, {}, {}, {}});
    engine_ = ImGuiTestEngine_CreateContext();
    ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
    io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
    io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
    io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
    io.ConfigLogToTTY = true;
    io.ConfigSavedSettings = false;
    io.ConfigCaptureEnabled = false;
    io.ConfigMouseDrawCursor = false;
    io.ConfigFixedDeltaTime = 1.0f / 60;
    io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = 1e9f;
    ImGuiTestEngine_Start(engine_, imgui_);
}

PanelTest::~PanelTest() {
    ImGuiTestEngine_Stop(engine_);
    interface_.reset();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetTexID(ImTextureID_Invalid);
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImPlot::DestroyContext(plots_);
    ImGui::DestroyContext(imgui_);
    ImGuiTestEngine_DestroyContext(engine_);
}

ui::PanelContext PanelTest::context() {
    if (!look_) {
        look_ = std::make_unique<ui::Look>();
        look_->fonts = ui::Fonts::load(share_folder().string());
    }
    look_->colour = ui::palette_of(state.theme);
    look_->scale = state.scale;
    return {*look_, snapshot, readings_, *colormaps_, ui::WidthClass::wide, state, commands};
}

void PanelTest::frame() {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = 1.0f / 60;
    interface_->prepare(state);
    ImGui::NewFrame();
    requests = interface_->draw(snapshot, images, state, commands);
    if (also)
        also();
    ImGui::Render();
    accept_textures();
    ImGuiTestEngine_PostSwap(engine_);
}

void PanelTest::frames(int count) {
    for (int i = 0; i < count; ++i)
        frame();
}

void PanelTest::drive(const std::function<void(ImGuiTestContext&)>& script) {
    frames(4);
    const std::string name = "script " + std::to_string(++scripts_);
    ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "heatlab", name.c_str());
    test->TestFunc = [&script](ImGuiTestContext* engine) { script(*engine); };
    ImGuiTestEngine_QueueTest(engine_, test, ImGuiTestRunFlags_RunFromCommandLine);
    int count = 0;
    while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) {
        ASSERT_LT(++count, longest_script) << "the script does not end";
        frame();
    }
    EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success);
}

}  // namespace heatlab
