#pragma once

#include "sim/axis_end.h"
#include "sim/boundary.h"
#include "sim/cuda/kernels/grid_ends.h"

namespace heatlab::cuda {

/// The boundaries as kernels take them.
inline GridEnds grid_ends(const Boundaries& boundaries) {
    return {end_of(boundaries.top), end_of(boundaries.right), end_of(boundaries.bottom),
            end_of(boundaries.left)};
}

}  // namespace heatlab::cuda
