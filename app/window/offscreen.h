#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/field_display.h"
#include "app/snapshot.h"
#include "app/ui/interface_state.h"
#include "render/image.h"
#include "sim/grid.h"

namespace heatlab {

struct OffscreenOptions {
    std::filesystem::path share;  ///< directory with fonts/, shaders/ and assets/
    GridSize size{1280, 720};     ///< pixels
    bool with_interface = true;   ///< false: the field alone, fitted into the picture
    double scale = 1;             ///< of the interface, 1 to 2
    ui::ThemeKind theme = ui::ThemeKind::dark;
};

struct OffscreenResult {
    Image image;
    Snapshot snapshot;  ///< as it was drawn
    int frames = 0;
};

/// Runs the steps that the session was asked for and draws the result without a window, with as
/// many frames as layout, statistics and ranges need to settle. The same session gives the same
/// picture. Needs the OpenGL context current that the session was made with. Throws InputError
/// (argument
/// "--size") for a size that the context cannot hold.
OffscreenResult render_offscreen(LiveSession& session, const OffscreenOptions& options);

/// Names and values, with units, of what a run measured: for standard output.
std::vector<std::pair<std::string, std::string>> timing_table(const Snapshot& snapshot);

}  // namespace heatlab
