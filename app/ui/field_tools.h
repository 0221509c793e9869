#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The column of tools on the field: pan, zoom, heat, cool, the brush's settings, undo. In two
/// columns where the picture is low. `top`: below the pills. Returns what it covers.
ImRect draw_field_tools(const PanelContext& context, const FieldCanvas& canvas, float top);

}  // namespace heatlab::ui
