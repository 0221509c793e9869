#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// How far every view agrees with A, and the step ratio. Over `area` of the current window; returns
/// the height that it needs.
float draw_agreement(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
