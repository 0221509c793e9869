#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session.h"

namespace heatlab {

/// Makes the session. Called once the OpenGL context is current; the session is destroyed before it.
using SessionFactory = std::function<std::unique_ptr<Session>()>;

struct WindowLoopOptions {
    std::string share;           ///< directory with fonts/, shaders/ and assets/
    double user_scale = 1;       ///< times the monitor's; the product is held in [1, 2]
    bool user_scale_given = false;  ///< on the command line: stands above the preferences
};

/// Whether a window can be opened here; `reason` says why not ("no display: DISPLAY and ...").
bool display_available(std::string& reason);

/// Opens the window and runs until it is closed, Ctrl+Q, SIGINT or SIGTERM. Preferences are read at
/// the start and written at the end. Throws std::runtime_error where no window or context can be made.
void run_window(const WindowLoopOptions& options, const SessionFactory& make_session);

}  // namespace heatlab
