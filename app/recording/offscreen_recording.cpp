#include "app/recording/offscreen_recording.h"

#include <utility>

#include "sim/stability.h"

namespace heatlab {
namespace {

/// Whether the picture of this step would flash beside the first one.
bool held_back(const Snapshot& snapshot, std::int64_t first_step) {
    return snapshot.settings.flash_guard == FlashGuardMode::even_steps &&
           snapshot.settings.r > monotone_bound(snapshot.settings.grid.dimensions) &&
           (snapshot.step - first_step) % 2 != 0;
}

}  // namespace

RecordedFrames record_offscreen(LiveSession& session, const OffscreenOptions& options,
                                const RecordingPlan& plan, FrameSink& sink,
                                const RecordingProgress& progress) {
    RecordedFrames recorded;
    const auto tell = [&] {
        if (progress)
            progress(recorded.frames, plan.frames);
    };
    tell();
    OffscreenPainter painter(session, options);
    Image shown = painter.draw();
    const std::int64_t first_step = session.session.snapshot().step;
    for (;;) {
        sink.write(shown);
        ++recorded.frames;
        if (recorded.frames == plan.frames || session.session.snapshot().non_finite_step)
            break;
        tell();
        Image image = painter.advance(plan.steps_per_frame);
        // The last one is seen, whatever its step.
        const Snapshot& now = session.session.snapshot();
        if (now.non_finite_step || !held_back(now, first_step))
            shown = std::move(image);
    }
    sink.finish();
    recorded.snapshot = session.session.snapshot();
    return recorded;
}

}  // namespace heatlab
