#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// Badge, step ratio, time step, material, initial field, walls, grid: into the current window,
/// `width` framebuffer pixels wide.
void draw_physics(const PanelContext& context, Thumbnails& thumbnails);

}  // namespace heatlab::ui
