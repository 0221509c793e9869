#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// The heat equation on a plate with insulated edges: u' = fma(r, (N + E) + (W + S), m u), m = 1 -
/// 4r.
struct Heat2d {
    using Value = float;
    static constexpr int dimensions = 2;
    static constexpr bool has_source = false;
    enum { step_ratio, centre_weight };  // of the coefficients

    HEATLAB_UPDATE static Value updated(Value centre, Value north, Value east, Value south,
                                        Value west, Value /*source*/, const float* coefficients) {
        return updated_cell(north, east, south, west, centre, coefficients[step_ratio],
                            coefficients[centre_weight]);
    }
};

}  // namespace heatlab::ghost
