#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// "Grid": common sizes and any other one, with the memory each needs.
void draw_grid_picker(const PanelContext& context, const ImRect& row);

}  // namespace heatlab::ui
