#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lesson/lesson.h"
#include "app/lesson/lesson_state.h"
#include "app/settings.h"

namespace heatlab {

/// A claim beside what the program measures.
struct ClaimResult {
    LessonPlace place;
    LessonClaim claim;
    std::optional<double> measured;  ///< none: what is claimed does not happen
    bool holds = false;
};

/// Refuses a measure that follows steps of a kernel that takes none, and one of a kernel that does
/// not exist with the cells of `settings`. Throws InputError (argument "measure").
void require_measurable(const Settings& settings, const std::string& name, std::int64_t steps);

/// Blocking: runs `settings`, with the cells that they name, on the CPU backend from step 0 where
/// the measure asks for a run, and measures; what is read of the field is of its own type, growth
/// and the first steps are of the field as it is seen, in float32. None: what is asked for does not
/// happen within the steps (for the first steps of a kind: 100 000 where `steps` is 0). Throws
/// InputError.
std::optional<double> measure(const Settings& settings, const std::string& name,
                              std::int64_t steps);

/// Blocking: all claims of a lesson, in order, each with the state of its place over the program's
/// defaults.
std::vector<ClaimResult> check_claims(const Lesson& lesson);

}  // namespace heatlab
