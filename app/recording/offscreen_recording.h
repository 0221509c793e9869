#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "app/recording/frame_sink.h"
#include "app/window/offscreen.h"

namespace heatlab {

/// What is recorded of a session without a window.
struct RecordingPlan {
    std::int64_t frames = 300;         ///< at least 1
    std::int64_t steps_per_frame = 1;  ///< at least 1
};

struct RecordedFrames {
    std::int64_t frames = 0;  ///< fewer than planned where the run ended
    Snapshot snapshot;        ///< of the last one
};

/// Called before each frame.
using RecordingProgress = std::function<void(std::int64_t done, std::int64_t total)>;

/// Blocking: the session as it stands, then a frame after each `steps_per_frame`; the same session
/// gives the same frames. Past r = 1/8 with the flash guard on, steps of the first frame's parity
/// alone are shown, the others by the frame before them: the checkerboard flips with every step.
/// Ends with the frame in which the numbers left the range of float. Throws as OffscreenPainter and
/// FrameSink; what was recorded stays.
RecordedFrames record_offscreen(LiveSession& session, const OffscreenOptions& options,
                                const RecordingPlan& plan, FrameSink& sink,
                                const RecordingProgress& progress = {});

}  // namespace heatlab
