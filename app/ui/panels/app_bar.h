#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/panels/preset_picker.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

inline constexpr float app_bar_height = 50;  ///< logical pixels
inline constexpr float status_bar_height = 32;

/// Mark and name, what the run began with, Explore or Compare, backend, theme, help, settings. Over
/// `area` of the current window.
void draw_app_bar(const PanelContext& context, const Thumbnails& thumbnails, PresetPicker& picker,
                  const ImRect& area);
/// A dot, and how much was recorded, to the left of `right_middle`. Returns their width.
float draw_recording(const Look& look, const RecordingShown& recording, ImVec2 right_middle);
/// The keys that matter now, how the frame rate is held, and a recording that runs.
void draw_status_bar(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
