#pragma once

#include "sim/grid.h"
#include "sim/simulation.h"

namespace heatlab {

/// Stride of the regular sample behind the histogram: cells (i s, j s), with s the smallest that
/// takes at most 65 536 of them. 64-bit because a long grid may need it.
std::int64_t histogram_stride(GridSize grid);

/// Bin of a finite value; what lies outside [low, high] is in the first or last.
inline int histogram_bin(float value, float low, float high) {
    // An empty range has one border: below it, and not below it.
    if (!(value > low))
        return 0;
    if (!(value < high))
        return histogram_bins - 1;
    const float position = (value - low) / (high - low) * static_cast<float>(histogram_bins);
    // Not a number where the range itself overflows.
    if (!(position < static_cast<float>(histogram_bins)))
        return histogram_bins - 1;
    return static_cast<int>(position);
}

}  // namespace heatlab
