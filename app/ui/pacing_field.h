#pragma once

#include <array>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// In the order of PacingMode.
inline constexpr std::array<const char*, 3> pacing_words{"Time budget", "Steps/frame", "Steps/s"};

/// Keeps the values of the other modes.
void choose_pacing(const PanelContext& context, int mode);

/// The number that belongs to the pacing in force: milliseconds, steps a frame or steps a second.
void draw_pacing_value(const PanelContext& context, const char* id, const ImRect& area);

}  // namespace heatlab::ui
