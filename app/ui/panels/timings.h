#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a step costs on this grid, where the frame goes, and the last seconds as a curve: over the
/// width of the current window.
void draw_timings(const PanelContext& context);

}  // namespace heatlab::ui
