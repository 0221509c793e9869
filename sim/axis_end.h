#pragma once

#include "sim/boundary.h"
#include "sim/neighbours.h"

namespace heatlab {

/// A kind of side as the update asks for it.
inline AxisEnd end_of(BoundaryKind kind) {
    return {kind == BoundaryKind::insulated, kind == BoundaryKind::periodic};
}

}  // namespace heatlab
