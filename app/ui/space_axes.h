#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Marks and numbers along the edges of the box that the field lies in: columns, rows, and the
/// temperature as its height, or slices where all of a grid of three dimensions is shown.
void draw_space_axes(const PanelContext& context, const FieldCanvas& canvas);

}  // namespace heatlab::ui
