#pragma once

#include "sim/boundary.h"
#include "sim/cuda/kernels/grid_ends.h"

namespace heatlab::cuda {

/// The boundaries as kernels take them.
inline GridEnds grid_ends(const Boundaries& boundaries) {
    const auto end = [](BoundaryKind kind) {
        return AxisEnd{kind == BoundaryKind::insulated, kind == BoundaryKind::periodic};
    };
    return {end(boundaries.top), end(boundaries.right), end(boundaries.bottom),
            end(boundaries.left)};
}

}  // namespace heatlab::cuda
