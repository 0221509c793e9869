#pragma once

// What a step changes, for every backend's analysis. Compiled for the device too: no standard
// header here.

#include "sim/update.h"

namespace heatlab {

/// Mean of the four neighbours - u = (u(n+1) - u(n)) / 4r, from a quarter of each neighbour: scaled
/// before they are added, nothing overflows before the field does, and a walk over the field scales
/// each cell once. The order of the operations is part of the contract: all backends find the same
/// cell because of it.
template <typename Value>
HEATLAB_UPDATE Value change_from_quarters(Value quarter_north, Value quarter_east,
                                          Value quarter_south, Value quarter_west, Value centre) {
    return ((quarter_north + quarter_east) + (quarter_west + quarter_south)) - centre;
}

}  // namespace heatlab
