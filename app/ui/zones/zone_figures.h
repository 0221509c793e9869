#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What the model says of the k in force, and how well it chose. Into `area` of the current window;
/// answers where it ends.
float draw_zone_figures(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
