#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What takes a moment elsewhere (command, state, picture): a popup below `anchor`, open while
/// `state.share_open`. What is asked for goes to `state.share_wish`.
void draw_share(const PanelContext& context, const ImRect& anchor);

}  // namespace heatlab::ui
