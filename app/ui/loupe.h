#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Cells per side of the loupe that the picture has room for: 9, 7 or 5.
int loupe_side(const Look& look, const FieldCanvas& canvas);
/// The square of so many cells around one, as far as it lies on the grid.
CellRect loupe_cells(GridSize grid, Cell centre, int side);

/// The square of cells around the probed one as tiles in their own colours with their numbers, in
/// place of the read-out. Draws nothing before the cells were read.
void draw_loupe(const PanelContext& context, const FieldCanvas& canvas, ImVec2 pointer,
                bool pinned);

}  // namespace heatlab::ui
