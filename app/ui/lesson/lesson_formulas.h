#pragma once

#include "app/lesson/lesson.h"
#include "app/ui/formula_layout.h"

namespace heatlab::ui {

/// Throws InputError (argument "lesson") with file and line of the first formula that cannot be
/// set, and what is wrong with it.
void require_formulas(const Lesson& lesson, const FormulaTypesetter& typesetter);

}  // namespace heatlab::ui
