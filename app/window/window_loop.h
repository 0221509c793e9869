#pragma once

#include <filesystem>
#include <string>

#include "app/backends.h"
#include "app/options.h"

namespace heatlab {

/// Whether a window can be opened here at all; where it cannot, `reason` says why in words.
bool display_available(std::string& reason);

/// Opens the window and runs until it is closed, by Ctrl+Q, SIGINT or SIGTERM too. `share`: the
/// directory with fonts/, shaders/ and assets/. Preferences are read at the start and written at
/// the end; options of the command stand above them. Throws GraphicsError where no window or
/// context can be made, InputError as LiveSession does.
void run_window(const WindowCommand& command, const BackendSelection& backend,
                const std::filesystem::path& share);

}  // namespace heatlab
