#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Of a grid of three dimensions: a row for each axis, to choose the plane that is seen and to move
/// it along its axis; of three slices all of them move. Top right on the picture. Draws nothing for
/// other grids, and for a cloud.
void draw_slice_card(const PanelContext& context, const FieldCanvas& canvas);

}  // namespace heatlab::ui
