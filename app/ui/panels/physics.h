#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// Badge, step ratio, time step, material, initial field, walls, grid: into the current window,
/// `width` framebuffer pixels wide.
void draw_physics(const PanelContext& context, Thumbnails& thumbnails);

/// r: its number and its slider, in the next `rows`.
void draw_step_ratio(const PanelContext& context, Rows& rows);

}  // namespace heatlab::ui
