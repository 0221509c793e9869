#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The keys that matter now, how the frame rate is held, and a recording that runs. Over `area` of
/// the current window.
void draw_status_bar(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
