#include "app/window/window_recorder.h"

#include <exception>

#include "app/format.h"
#include "app/window/sharer.h"

namespace heatlab {
namespace {

constexpr double frames_per_second = 30;

}  // namespace

void WindowRecorder::follow(Session& session, ui::InterfaceState& state, GridSize size, double now,
                            const std::function<Image()>& read_window) {
    if (state.share_wish == ui::ShareWish::record) {
        state.share_wish.reset();
        if (!recorder_)
            begin(session, size, now);
        else
            ending_ = true;
    }
    state.recording.reset();
    if (!recorder_)
        return;
    const RecordingStatus status = recorder_->status();
    if (status.ended)
        return report(session, status);
    resized_ = resized_ || size != recorder_->format().size;
    ending_ = ending_ || resized_;
    if (ending_)
        recorder_->end();
    else if (recorder_->is_due(now))
        take(session, now, read_window);
    state.recording = ui::RecordingShown{status.seconds, status.bytes, status.left_out};
}

void WindowRecorder::begin(Session& session, GridSize size, double now) {
    try {
        const RecordingFormat format{size, frames_per_second};
        OpenedSink opened = open_frame_sink(free_name(folder_, session.snapshot(), ".mp4"), format);
        note_ = opened.note;
        ending_ = resized_ = false;
        recorder_ = std::make_unique<Recorder>(std::move(opened.sink), format, now);
    } catch (const std::exception& problem) {
        tell(session, Notice::Kind::refused, "Nothing is recorded", problem.what());
    }
}

void WindowRecorder::take(Session& session, double now, const std::function<Image()>& read_window) {
    try {
        recorder_->take(read_window(), now);
    } catch (const std::exception& problem) {  // memory, the context
        ending_ = true;
        tell(session, Notice::Kind::refused, "The recording ends here", problem.what());
    }
}

void WindowRecorder::report(Session& session, const RecordingStatus& status) {
    const std::string file = recorder_->path().string();
    recorder_.reset();
    if (!status.problem.empty())
        return tell(session, Notice::Kind::refused, "The recording ended by itself",
                    status.problem);
    std::string text = file + ", " + format_fixed(status.seconds, 1) + " s, " +
                       format_bytes(static_cast<double>(status.bytes));
    if (resized_)
        text += ". It ended because the window changed its size";
    if (status.left_out > 0)
        text +=
            ". " + format_integer(status.left_out) + " frames were left out: writing was too slow";
    if (!note_.empty())
        text += ". " + note_;
    tell(session, Notice::Kind::done, "Recorded", text + ".");
}

}  // namespace heatlab
