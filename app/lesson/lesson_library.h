#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lesson/lesson.h"

namespace heatlab {

/// All lessons found in the program's share folder and in the user's own (a file there hides the
/// shipped one of the same name).
class LessonLibrary {
public:
    /// Reads every *.md file in `folders`. A folder that does not exist is empty. Files that are
    /// wrong are left out and listed in `problems`.
    explicit LessonLibrary(const std::vector<std::filesystem::path>& folders);
    LessonLibrary() = default;

    /// By order, then name.
    const std::vector<std::shared_ptr<const Lesson>>& lessons() const { return lessons_; }
    /// "FILE:LINE: what", one per wrong file.
    const std::vector<std::string>& problems() const { return problems_; }
    /// `name`: NAME, or a path to a .md file. Throws InputError (argument "lesson") naming what
    /// exists, or the file and line that is wrong.
    std::shared_ptr<const Lesson> find(std::string_view name) const;

private:
    std::vector<std::shared_ptr<const Lesson>> lessons_;
    std::vector<std::string> problems_;
};

/// Those of `share`/assets/lessons and of the user's own folder, $XDG_CONFIG_HOME/heatlab/lessons
/// or ~/.config/heatlab/lessons.
std::shared_ptr<const LessonLibrary> load_lessons(const std::filesystem::path& share);

/// A lesson and the index of a step, of "NAME", "NAME:3" or "FILE.md:3" (counted from 1). Throws
/// InputError.
std::pair<std::shared_ptr<const Lesson>, std::size_t> find_lesson_step(const LessonLibrary& library,
                                                                       const std::string& text);

}  // namespace heatlab
