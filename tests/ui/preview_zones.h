#pragma once

#include <vector>

#include "tests/ui/preview_scenes.h"

namespace heatlab {

/// The room "Ghost zones": its applications and states. `running`: a scene of the given size.
std::vector<PreviewScene> zone_scenes(PreviewScene (*running)(const std::string&, int, int));

}  // namespace heatlab
