#pragma once

#include <string>

#include "app/ui/theme.h"
#include "app/zones/zone_state.h"
#include "render/colormap.h"

namespace heatlab::ui {

/// The map in which a picture of a scene is drawn. `chosen`: the window's.
const ColorMap& scene_map(SceneColours colours, const ColorMapLibrary& library,
                          const std::string& chosen, ThemeKind theme);

}  // namespace heatlab::ui
