#pragma once

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr float field_header_height = 42;  ///< logical pixels

/// Colour map, range, isotherms, cells and filter; zoom at the right. Words give way to icons where
/// the sheet is too narrow for them. `view` is the setting in force, and the new one afterwards.
void draw_field_header(const PanelContext& context, const ImRect& area, const FieldCanvas& canvas,
                       ViewSetting& view);

/// A map's gradient across `area`, its first colour at the left.
void draw_gradient(ImDrawList& list, const ImRect& area, const ColorMap& map);

}  // namespace heatlab::ui
