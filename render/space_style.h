#pragma once

#include "render/colormap.h"
#include "render/orbit_view.h"

namespace heatlab {

/// How things in space are drawn, whatever they are.
struct SpaceStyle {
    OrbitView camera;
    double margin = 56;  ///< pixels left free round the box, for its axes
    Rgb background;
    Rgb line;  ///< edges of the box

    friend bool operator==(const SpaceStyle&, const SpaceStyle&) = default;
};

}  // namespace heatlab
