#pragma once

#include <memory>
#include <string>

#include "app/lesson/lesson_library.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// All lessons over the window, each with its sentence; Esc, the cross or a click outside closes
/// it. `given`: the one that is given now, or null. `problem`: why the last choice did not open.
/// Returns the lesson that was chosen, or null.
std::shared_ptr<const Lesson> draw_lesson_list(const PanelContext& context,
                                               const LessonLibrary& library, const Lesson* given,
                                               const std::string& problem);

}  // namespace heatlab::ui
