#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a key does is said in so many logical pixels.
inline constexpr float help_meaning_width = 204;

/// All keys and gestures, grouped, over the whole window while `state.help_open`.
void draw_help(const PanelContext& context);

}  // namespace heatlab::ui
