#pragma once

#include <filesystem>

#include "app/lesson/lesson.h"

namespace heatlab {

/// Reads one file. Throws InputError (argument "lesson") with file, line, key, value and what is
/// allowed. That formulas can be set and claims hold is not looked at here.
Lesson read_lesson(const std::filesystem::path& file);

}  // namespace heatlab
