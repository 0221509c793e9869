#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// "Edges": what happens at each side, all at once or one by one, and the value that a fixed side
/// holds.
void draw_edges(const PanelContext& context, Rows& rows);

/// `boundaries` with another kind at a side (0 top, 1 right, 2 bottom, 3 left). Periodic sides come
/// in pairs: both change together.
Boundaries with_side(const Boundaries& boundaries, int side, BoundaryKind kind);

}  // namespace heatlab::ui
