#pragma once

#include "sim/cpu/launch.h"
#include "sim/neighbours.h"

namespace heatlab {

/// How the four sides of a grid end.
struct GridEnds {
    AxisEnd top;
    AxisEnd right;
    AxisEnd bottom;
    AxisEnd left;
};

/// Updates the outermost cells that are not fixed, of the rows [first_row, last_row): all of them
/// updated ones. After the kernel, which leaves such cells of these rows as they were.
template <typename Real>
using UpdateSides = void (*)(const BasicCpuLaunch<Real>& launch, const GridEnds& ends,
                             int first_row, int last_row);

}  // namespace heatlab
