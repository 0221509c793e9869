#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The column of tools on the field: pan, zoom, heat, cool, the brush's settings, undo. In two
/// columns where the picture is low. `top`: below the pills. Returns what it covers.
ImRect draw_field_tools(const PanelContext& context, const FieldCanvas& canvas, float top);

/// The same tools side by side, for a picture that is too small to carry them. Wide:
/// `tool_row_width`; `middle_left`: of the row.
void draw_tool_row(const PanelContext& context, ImVec2 middle_left);
float tool_row_width(const Look& look);

}  // namespace heatlab::ui
