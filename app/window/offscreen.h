#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/field_display.h"
#include "app/lesson/lesson_state.h"
#include "app/snapshot.h"
#include "app/ui/interface_state.h"
#include "render/colormap.h"
#include "render/image.h"
#include "sim/grid.h"

namespace heatlab {

struct OffscreenOptions {
    std::filesystem::path share;  ///< directory with fonts/, shaders/ and assets/
    GridSize size{1280, 720};     ///< pixels
    bool with_interface = true;   ///< false: the field alone, fitted into the picture
    double scale = 1;             ///< of the interface, 1 to 2
    ui::ThemeKind theme = ui::ThemeKind::dark;
    std::shared_ptr<const Lesson> lesson = nullptr;  ///< shown at `place`, whose state is set
    LessonPlace place = {};
    bool presenting = false;  ///< in presenter's mode
};

struct OffscreenResult {
    Image image;
    Snapshot snapshot;  ///< as it was drawn
};

/// Draws a session without a window, with as many frames as layout, statistics and ranges need to
/// settle, and all that was submitted finished before each: a picture does not depend on how fast
/// the machine is. (Figures of the machine in the interface do.) Needs the OpenGL context current
/// that the session was made with, and the session as long as it lives.
class OffscreenPainter {
public:
    /// Runs the steps that the session was asked for. Throws InputError (argument "--size") for a
    /// size that the context cannot hold.
    OffscreenPainter(LiveSession& session, const OffscreenOptions& options);
    ~OffscreenPainter();
    OffscreenPainter(const OffscreenPainter&) = delete;
    OffscreenPainter& operator=(const OffscreenPainter&) = delete;

    /// The session as it stands.
    Image draw();
    /// The same after `steps` more, at least 1; fewer where the numbers leave the range of float.
    Image advance(std::int64_t steps);

    class Impl;

private:
    void finish();

    LiveSession& session_;
    ColorMapLibrary colormaps_;
    std::unique_ptr<Impl> impl_;
    bool settled_ = false;
};

/// One picture of an OffscreenPainter.
OffscreenResult render_offscreen(LiveSession& session, const OffscreenOptions& options);

/// Names and values, with units, of what a run measured: for standard output.
std::vector<std::pair<std::string, std::string>> timing_table(const Snapshot& snapshot);

}  // namespace heatlab
