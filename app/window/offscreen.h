#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session.h"
#include "app/snapshot.h"
#include "app/ui/interface.h"
#include "render/image.h"

namespace heatlab {

struct OffscreenOptions {
    std::string share;                       ///< directory with fonts/, shaders/ and assets/
    int width = 1280;                        ///< pixels
    int height = 720;
    bool with_interface = true;              ///< false: the field alone, fitted into the picture
    float scale = 1;                         ///< of the interface, 1 to 2
    ui::ThemeKind theme = ui::ThemeKind::dark;
};

struct OffscreenResult {
    Image image;
    Snapshot snapshot;                       ///< as it was drawn
    int frames = 0;
};

/// Runs the steps that the session was asked for and draws the result without a window, with as many
/// frames as layout, statistics and ranges need to settle. The same session gives the same picture.
/// Needs a current OpenGL context; throws InputError (argument "--size") for a size that the context
/// cannot hold.
OffscreenResult render_offscreen(Session& session, const OffscreenOptions& options);

/// Names and values, with units, of what a run measured: for standard output.
std::vector<std::pair<std::string, std::string>> timing_table(const Snapshot& snapshot);

}  // namespace heatlab
