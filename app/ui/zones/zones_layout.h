#pragma once

#include "app/ui/look.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Where the sheets of the room "Ghost zones" lie. Screen coordinates.
struct ZonesLayout {
    ImRect controls;
    ImRect scene;
    ImRect tile;
    ImRect chart;
    ImRect transport;
    ImRect figures;  ///< in a narrow window empty: the drawer has it
    ImRect source;   ///< only in a wide window: else a tab beside the figures
};

ZonesLayout zones_layout(const Look& look, WidthClass width_class, const ImRect& area);

}  // namespace heatlab::ui
