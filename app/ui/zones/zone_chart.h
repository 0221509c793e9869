#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Time per step over k: the model's terms as stacked bars, what was measured as points. A click on
/// a bar takes its k.
void draw_zone_chart(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
