#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/settings.h"

namespace heatlab {

/// Where a lesson is: a slide, with or without the answer to its question.
struct LessonPlace {
    std::size_t step = 0;
    bool answer = false;

    friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};

/// All places, in the order in which a class sees them.
std::vector<LessonPlace> lesson_places(const Lesson& lesson);
const LessonAction& action_at(const Lesson& lesson, LessonPlace place);

/// What a lesson has set when it comes to a place.
struct LessonState {
    /// `steps`: those of this place alone, or of the one before where this one does nothing.
    Settings settings;
    bool restarts = true;     ///< its action begins at step 0
    bool running = false;     ///< goes on running, without an end
    bool view_named = false;  ///< by a place up to here
    std::string show;         ///< the front tab named last
    std::string control;      ///< the control of presenter's mode; "r" where none was named
};

/// The experiment of `user` begins with the program's defaults, the user's choices stay (see
/// with_default_experiment), Compare is closed; then every place from the first to `place` sets
/// what it names. A wrong variant is its own place's alone. Throws InputError.
LessonState lesson_state(const Lesson& lesson, const Settings& user, LessonPlace place);

/// Takes over from `now` what the user chooses and no place of the lesson names or shows.
Settings with_users_choices(const Lesson& lesson, const Settings& user, const Settings& now);

}  // namespace heatlab
