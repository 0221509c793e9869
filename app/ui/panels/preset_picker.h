#pragma once

#include <string>

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// What the run began with: the preset's title and variant, or the initial field's.
std::string start_title(const Snapshot& snapshot);

/// That title as a menu (app bar): the prepared experiments with their text and a button per
/// variant, and below them the initial fields. Without presets the initial fields alone.
class PresetPicker {
public:
    void draw(const PanelContext& context, const Thumbnails& thumbnails, const ImRect& area);

private:
    void draw_details(const PanelContext& context, const Preset& preset, const ImRect& area) const;

    int shown_ = -1;  ///< of the library; whose text stands beside the list
};

}  // namespace heatlab::ui
