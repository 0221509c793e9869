#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// Badge, step ratio, time step, material, initial field, walls, grid: into the current window,
/// `width` framebuffer pixels wide.
void draw_physics(const PanelContext& context, Thumbnails& thumbnails);

/// r: its number and its slider, in the next `rows`.
void draw_step_ratio(const PanelContext& context, Rows& rows);

/// r at the right end of its slider, as the user has chosen: 1, or short_ratio_range where r lies
/// below it.
float shown_ratio_range(const PanelContext& context);

}  // namespace heatlab::ui
