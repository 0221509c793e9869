#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/recording/recorder.h"
#include "app/session.h"
#include "app/ui/interface_state.h"
#include "render/image.h"

namespace heatlab {

/// Records the window where the user asks for it, into a file under a free name in `folder`, and
/// says what came of it in a notice.
class WindowRecorder {
public:
    explicit WindowRecorder(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// After a frame of `size` pixels was drawn, and before it is shown. `read_window` gives that
    /// frame. `now`: seconds on a steady clock.
    void follow(Session& session, ui::InterfaceState& state, GridSize size, double now,
                const std::function<Image()>& read_window);
    /// A recording runs, or ends: the next frames are needed.
    bool busy() const { return recorder_ != nullptr; }

private:
    void begin(Session& session, GridSize size, double now);
    void take(Session& session, double now, const std::function<Image()>& read_window);
    void report(Session& session, const RecordingStatus& status);

    std::filesystem::path folder_;
    std::unique_ptr<Recorder> recorder_;
    std::string note_;  ///< of the sink
    bool ending_ = false;
    bool resized_ = false;  ///< why it ends
};

}  // namespace heatlab
