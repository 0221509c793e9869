#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/recording/recorder.h"
#include "app/session.h"
#include "app/ui/interface_state.h"
#include "render/pixel_reader.h"

namespace heatlab {

/// Records the window where the user asks for it, into a file under a free name in `folder`, and
/// says what came of it in a notice. Pictures arrive a frame after they were drawn, so that drawing
/// does not wait for them. Needs the window's context current, at its end too.
class WindowRecorder {
public:
    explicit WindowRecorder(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// A recording that runs ends with the last picture that was drawn.
    ~WindowRecorder();
    WindowRecorder(const WindowRecorder&) = delete;
    WindowRecorder& operator=(const WindowRecorder&) = delete;

    /// After a frame of `size` pixels was drawn into `framebuffer` (0: the window's), and before it
    /// is shown. `now`: seconds on a steady clock.
    void follow(Session& session, ui::InterfaceState& state, GLuint framebuffer, GridSize size,
                double now);
    /// A recording runs, or ends: the next frames are needed.
    bool busy() const { return recorder_ != nullptr; }

private:
    void begin(Session& session, GridSize size, double now);
    /// This frame's picture, if one is due, and those that have arrived.
    void take(GLuint framebuffer, GridSize size, double now);
    void take_arrived(bool wait);
    bool hand_over(std::optional<PixelReader::Picture> picture);
    void report(Session& session, const RecordingStatus& status);

    std::filesystem::path folder_;
    std::unique_ptr<Recorder> recorder_;
    PixelReader reader_;
    std::string note_;  ///< of the sink
    bool ending_ = false;
    bool resized_ = false;  ///< why it ends
};

}  // namespace heatlab
