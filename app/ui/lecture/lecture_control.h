#pragma once

#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The one control of presenter's mode: see lesson_controls(). `look` is scaled by the window's
/// height. Targets are at least 44 high for a window 1080 high.
void draw_lecture_control(const PanelContext& context, const std::string& name, const ImRect& area);

}  // namespace heatlab::ui
