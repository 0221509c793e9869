#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/command.h"
#include "app/snapshot.h"
#include "render/colormap.h"

namespace heatlab::ui {

enum class ThemeKind { dark, light };
enum class Tool { pan, zoom, heat, cool };

/// State of the interface alone, kept between frames and, in part, between sessions (Preferences).
struct InterfaceState {
    ThemeKind theme = ThemeKind::dark;
    float scale = 1.0f;              ///< 1 to 2: monitor's scale times the user's
    bool reduced_motion = false;
    Tool tool = Tool::heat;
    bool help_open = false;
    bool settings_open = false;
    bool drawer_open = false;        ///< narrow windows: the sheet with the panels
    bool quit_requested = false;
    bool toggle_full_screen = false;
};

/// The field as the renderer drew it, for the field sheet.
struct FieldImage {
    std::uint64_t texture = 0;       ///< GL name of an RGBA8 texture, 0: none yet
    int width = 0;                   ///< framebuffer pixels
    int height = 0;
};

/// What the field sheet wants drawn next frame.
struct FieldImageRequest {
    int width = 0;                   ///< framebuffer pixels; 0: nothing visible
    int height = 0;
    ViewSetting view;                ///< resolved: `fit` false, centre and scale as they are on screen
};

/// Draws the whole window into the current ImGui frame (display size and fonts are set) and collects commands.
/// Panels are functions of the const snapshot.
class Interface {
public:
    /// `share`: the directory with fonts/ and assets/. Needs a current ImGui context.
    Interface(const std::string& share, const ColorMapLibrary& colormaps);
    ~Interface();

    /// Applies theme and scale where they changed; call before ImGui::NewFrame.
    void prepare(const InterfaceState& state);
    FieldImageRequest draw(const Snapshot& snapshot, const FieldImage& field, InterfaceState& state,
                           CommandList& commands);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace heatlab::ui
