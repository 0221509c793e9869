#include "app/window/window_recorder.h"

#include <exception>
#include <utility>

#include "app/format.h"
#include "app/window/sharer.h"

namespace heatlab {
namespace {

constexpr double frames_per_second = 30;

}  // namespace

WindowRecorder::~WindowRecorder() {
    if (!recorder_)
        return;
    try {
        take_arrived(true);
    } catch (const std::exception&) {  // the recording ends with the picture before
    }
}

void WindowRecorder::follow(Session& session, ui::InterfaceState& state, GLuint framebuffer,
                            GridSize size, double now) {
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
    try {
        take(framebuffer, size, now);
    } catch (const std::exception& problem) {  // memory, the context
        ending_ = true;
        tell(session, Notice::Kind::refused, "The recording ends here", problem.what());
    }
    if (ending_)
        recorder_->end();
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

void WindowRecorder::take(GLuint framebuffer, GridSize size, double now) {
    take_arrived(ending_);
    if (ending_ || !recorder_->is_due(now))
        return;
    if (reader_.under_way() == PixelReader::most_under_way)
        hand_over(reader_.take());
    reader_.request(framebuffer, size, RowOrder::bottom_first, now);
    recorder_->expect(now);
}

void WindowRecorder::take_arrived(bool wait) {
    while (hand_over(wait ? reader_.take() : reader_.poll())) {
    }
}

bool WindowRecorder::hand_over(std::optional<PixelReader::Picture> picture) {
    if (picture)
        recorder_->take(std::move(picture->image), picture->moment);
    return picture.has_value();
}

void WindowRecorder::report(Session& session, const RecordingStatus& status) {
    const std::string file = recorder_->path().string();
    recorder_.reset();
    reader_.forget();
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
