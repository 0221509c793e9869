#pragma once

// How a float64 field is shown and read, for the host compiler and nvcc; no standard header in the
// latter.

#include "sim/update.h"

namespace heatlab {

/// `cell` as float32, to the nearest. What float32 holds in denormals only becomes 0, as float32
/// fields flush those, and what is finite stays so: beyond float32's range it becomes its largest
/// number. So infinities and NaN that are seen are the field's own.
HEATLAB_UPDATE float rounded_cell(double cell) {
    constexpr double largest = 0x1.fffffep127;
    constexpr double smallest = 0x1p-126;
    constexpr double finite = 0x1.fffffffffffffp1023;
    const double magnitude = cell < 0 ? -cell : cell;
    if (magnitude < smallest)
        return cell < 0 ? -0.0f : 0.0f;
    if (magnitude > largest && magnitude <= finite)
        return cell < 0 ? -static_cast<float>(largest) : static_cast<float>(largest);
    return static_cast<float>(cell);
}

}  // namespace heatlab
