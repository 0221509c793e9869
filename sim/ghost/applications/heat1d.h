#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// The heat equation on a rod with insulated ends: u' = fma(r, W + E, m u), m = 1 - 2r.
struct Heat1d {
    using Value = float;
    static constexpr int dimensions = 1;
    static constexpr bool has_source = false;
    enum { step_ratio, centre_weight };  // of the coefficients

    template <typename V>
    HEATLAB_UPDATE static V updated(V west, V centre, V east, V /*source*/,
                                    const float* coefficients) {
        return updated_line_cell<V>(west, east, centre, coefficients[step_ratio],
                                    coefficients[centre_weight]);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"
#include "sim/initial_shapes.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<Heat1d> {
    static constexpr Application info = {
        .name = "heat1d",
        .title = "Heat, 1-D",
        .sentence = "Heat spreads along a rod with insulated ends, hot in its middle.",
        .formula = "u' = r (W + E) + (1 \xe2\x88\x92 2r) u, r = 1/4",
        .dimensions = 1,
        .cells_name = "temperature",
        .type = "Heat1d",
        .file = "heat1d"};

    static Coefficients coefficients(GridSize, int) { return heat_coefficients(0.25, 1); }
    static std::vector<float> start(GridSize grid, std::uint64_t) {
        return drawn_cells(grid, draw_hot_square<float>);
    }
};

}  // namespace heatlab::ghost
#endif
