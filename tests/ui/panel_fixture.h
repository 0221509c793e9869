#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <functional>
#include <memory>
#include <optional>
#include <variant>

#include "app/snapshot.h"
#include "app/ui/interface.h"
#include "app/ui/panel_context.h"
#include "render/colormap.h"

struct ImPlotContext;

namespace heatlab {

/// The interface on a made-up snapshot, with injected input: which command a control emits,
/// whatever the session makes of it. Nothing is rendered.
class PanelTest : public ::testing::Test {
protected:
    PanelTest();
    ~PanelTest() override;

    void frames(int count);
    /// Runs `script` as the user.
    void drive(const std::function<void(ImGuiTestContext&)>& script);
    /// A context for a panel that a test draws by itself, in the look of the theme.
    ui::PanelContext context();

    /// The last command of a kind since the last `forget`.
    template <typename C>
    std::optional<C> last() const {
        std::optional<C> found;
        for (const Command& command : commands)
            if (const C* wanted = std::get_if<C>(&command))
                found = *wanted;
        return found;
    }
    void forget() { commands.clear(); }

    Snapshot snapshot;
    ui::InterfaceState state;
    CommandList commands;
    ui::FieldImages images;           ///< shown in every frame; nobody looks at them
    ui::FieldImageRequests requests;  ///< of the newest frame
    int width = 1920;
    int height = 1080;
    /// Drawn after the interface in each frame.
    std::function<void()> also;

private:
    void frame();

    ImGuiContext* imgui_ = nullptr;
    ImPlotContext* plots_ = nullptr;
    ImGuiTestEngine* engine_ = nullptr;
    std::unique_ptr<ColorMapLibrary> colormaps_;
    std::unique_ptr<ui::Interface> interface_;
    std::unique_ptr<ui::Look> look_;
    ui::Readings readings_;
    int scripts_ = 0;
};

}  // namespace heatlab
