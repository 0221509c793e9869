#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Marks and numbers along the edges of the box that the field lies in: columns, rows, and the
/// temperature as its height.
void draw_space_axes(const PanelContext& context, const FieldCanvas& canvas);

}  // namespace heatlab::ui
