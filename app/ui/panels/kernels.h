#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// All kernels of the backend with their figures on this grid, copy as the ceiling, and a card
/// about the chosen one: into the current window.
void draw_kernels(const PanelContext& context);

}  // namespace heatlab::ui
