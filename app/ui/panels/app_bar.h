#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/panels/preset_picker.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

inline constexpr float app_bar_height = 50;  ///< logical pixels

/// Mark and name, what the run began with, Explore or Compare, backend, theme, help, settings. Over
/// `area` of the current window.
void draw_app_bar(const PanelContext& context, const Thumbnails& thumbnails, PresetPicker& picker,
                  const ImRect& area);

}  // namespace heatlab::ui
