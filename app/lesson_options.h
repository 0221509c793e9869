#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own
class App;
}

namespace heatlab {

/// Where a window begins with a lesson.
struct LessonStart {
    std::string name;         ///< NAME, NAME:STEP (from 1) or a file
    bool answer = false;      ///< with the answer to the step's question
    bool presenting = false;  ///< in presenter's mode
};

/// `heatlab lesson list|check FILE`; `heatlab lesson run` is a WindowCommand with a lesson.
struct LessonCommand {
    enum class What { list, check };
    What what = What::list;
    std::string file;                 ///< of check: NAME or FILE
    std::optional<std::string> json;  ///< "-": standard output
};

struct WindowCommand;

/// Adds `heatlab lesson list`, `check` and `run` to its subcommand. `window`: what `run` is.
void describe_lesson(CLI::App& app, LessonCommand& command, WindowCommand& window);

/// What holds between them, once all are read. Throws InputError.
void check_lesson_options(const CLI::App& app, LessonCommand& command, WindowCommand& window);

}  // namespace heatlab
