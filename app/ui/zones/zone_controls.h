#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Application, grid, tile, k, and the measurement of all k: a bar across the room, in one row or
/// where it is narrow in two.
void draw_zone_controls(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
