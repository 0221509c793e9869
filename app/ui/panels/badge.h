#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The stability badge: what r does on this grid, in one sentence and four figures. `area` is as
/// wide as it may be and as high as `badge_height` says.
void draw_badge(const PanelContext& context, const ImRect& area);
/// With the longest sentence, so that what lies below does not move with r.
float badge_height(const Look& look, float width);

}  // namespace heatlab::ui
