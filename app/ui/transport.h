#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr float transport_height = 62;  ///< logical pixels

/// Play and pause, one step, n steps, reset, step counter, simulated time, pacing, and how fast it
/// runs now.
void draw_transport(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
