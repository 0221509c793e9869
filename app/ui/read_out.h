#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The probed cell and its four neighbours as tiles in their own colours, and its value after the
/// next step, beside `pointer`. Flips where it would leave `canvas.area`. Draws nothing without a
/// reading.
void draw_read_out(const PanelContext& context, const FieldCanvas& canvas, ImVec2 pointer,
                   bool pinned);

}  // namespace heatlab::ui
