#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The probed cell and its four neighbours, as the update reads them, as tiles in their own
/// colours, and its value after the next step, beside `pointer`. Flips where it would leave
/// `canvas.area`. Draws nothing without a reading.
void draw_read_out(const PanelContext& context, const FieldCanvas& canvas, ImVec2 pointer,
                   bool pinned);

/// Where a card of `size` lies: right of the pointer and below, on the other side where there is no
/// room.
ImVec2 beside_pointer(const Look& look, const ImRect& area, ImVec2 pointer, ImVec2 size);

}  // namespace heatlab::ui
