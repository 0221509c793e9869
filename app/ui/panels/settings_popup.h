#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Theme, scale, motion, flash guard, pacing: a popup below `anchor`, open while
/// `state.settings_open`.
void draw_settings(const PanelContext& context, const ImRect& anchor);

}  // namespace heatlab::ui
