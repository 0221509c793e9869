#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "app/backends.h"
#include "app/lesson/lesson_library.h"
#include "app/options.h"

namespace heatlab {

/// Lessons that a window offers, and the one that it begins with.
struct WindowLessons {
    std::shared_ptr<const LessonLibrary> library;
    std::shared_ptr<const Lesson> first = nullptr;  ///< null: none
    std::size_t step = 0;
};

/// Whether a window can be opened here at all; where it cannot, `reason` says why in words.
bool display_available(std::string& reason);

/// Opens the window and runs until it is closed, by Ctrl+Q, SIGINT or SIGTERM too. `share`: the
/// directory with fonts/, shaders/ and assets/. Preferences are read at the start and written at
/// the end; options of the command stand above them. Throws GraphicsError where no window or
/// context can be made, InputError as LiveSession does.
void run_window(const WindowCommand& command, const BackendSelection& backend,
                const std::filesystem::path& share, const WindowLessons& lessons);

}  // namespace heatlab
