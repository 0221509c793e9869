#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Lockstep or race, the views by speed with the ceiling of each, what a million steps take, and
/// how the time per step went. Over `area` of the current window; returns the height that it needs
/// at least.
float draw_race(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
