#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The application with a list of all that there are.
void draw_applications(const PanelContext& context, const ImRect& area, bool borderless = false);

/// Application, grid, tile, k, and the measurement of all k: a bar across the room, in one row or
/// where it is narrow in two.
void draw_zone_controls(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
