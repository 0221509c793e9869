#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lesson/lesson_text.h"
#include "sim/grid.h"

namespace heatlab {

/// A number in a lesson's text that the program can measure.
struct LessonClaim {
    std::string text;        ///< as it stands in the text: "4.8316e9", "−0.04"
    double value = 0;        ///< what that says
    std::string measure;     ///< see lesson_measures
    std::int64_t steps = 0;  ///< of the state, from step 0, before it is measured
    double tolerance = 0;    ///< absolute
    unsigned line = 0;
};

/// What a step, or an answer, does to the session and to the screen.
struct LessonAction {
    /// Options of the command line ("--r") with their values, in the order of the file.
    std::vector<std::pair<std::string, std::string>> options;
    bool restart = false;            ///< from step 0 even where nothing asks for it
    std::optional<bool> run;         ///< goes on running, or pauses; none: see LessonPlayer
    std::vector<std::string> point;  ///< see lesson_points; "cell ROW,COL"
    std::string show;                ///< see lesson_shows; empty: as it is
    std::string wrong;               ///< see lesson_wrong_variants; empty: none
    std::string sentence;            ///< for presenter's mode; empty: the slide's title
    std::string control;             ///< for presenter's mode; empty: as before
    std::vector<LessonClaim> claims;
    unsigned line = 0;  ///< of its block in the file; 0: it has none

    bool names(const std::string& option) const;
    /// Changes the session or what is shown of it.
    bool does_something() const {
        return !options.empty() || restart || run || !show.empty() || !wrong.empty();
    }
};

struct LessonQuestion {
    LessonText text;
    LessonText answer;
    LessonAction action;  ///< when the answer is shown
};

/// One slide.
struct LessonStep {
    std::string title;
    LessonText text;
    LessonText notes;  ///< for the teacher
    std::optional<LessonQuestion> question;
    LessonAction action;
    unsigned line = 0;
};

/// A lesson, read from a file.
struct Lesson {
    std::string name;  ///< the file's, without folder and extension
    std::string title;
    std::string sentence;
    int minutes = 0;
    int order = 0;                  ///< place in lists
    std::vector<LessonStep> steps;  ///< at least one
    std::filesystem::path file;
};

/// The cell of a point or a measure "cell ROW,COL"; none for other texts.
std::optional<Cell> cell_of(const std::string& name);

}  // namespace heatlab
