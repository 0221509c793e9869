#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// All keys and gestures, grouped, over the whole window while `state.help_open`.
void draw_help(const PanelContext& context);

}  // namespace heatlab::ui
