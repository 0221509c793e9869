#pragma once

// No standard header here: this is compiled for the device too.

#include "sim/neighbours.h"

namespace heatlab::cuda {

/// How the four sides of a grid end, as the host passes it to kernels.
struct GridEnds {
    AxisEnd top;
    AxisEnd right;
    AxisEnd bottom;
    AxisEnd left;
};

}  // namespace heatlab::cuda
