#pragma once

#include "render/image.h"

namespace heatlab {

/// The mark of heatlab, `size` pixels wide and high, on transparent ground: five dots, the
/// stencil's cross, in inferno's colours.
Image make_window_icon(int size);

}  // namespace heatlab
