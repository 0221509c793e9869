#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr float transport_height = 62;  ///< logical pixels

/// Play and pause, one step, n steps, reset, step counter, simulated time, pacing, and how fast it
/// runs now. `room`: so much is left free right of the simulated time, framebuffer pixels. Returns
/// where that begins.
float draw_transport(const PanelContext& context, const ImRect& area, float room = 0);

}  // namespace heatlab::ui
