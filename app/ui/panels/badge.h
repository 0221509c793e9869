#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The stability badge: what r does on this grid, in one sentence and four figures. `area` is as
/// wide as it may be and as high as `badge_height` says.
void draw_badge(const PanelContext& context, const ImRect& area);
float badge_height(const PanelContext& context, float width);
/// The height with the longest sentence: what lies below starts there, so that it does not move
/// with r.
float badge_room(const Look& look, float width);

}  // namespace heatlab::ui
