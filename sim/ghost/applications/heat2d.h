#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// The heat equation on a plate with insulated sides: u' = fma(r, (N + E) + (W + S), m u),
/// m = 1 - 4r.
struct Heat2d {
    using Value = float;
    static constexpr int dimensions = 2;
    static constexpr bool has_source = false;
    enum { step_ratio, centre_weight };  // of the coefficients

    template <typename V>
    HEATLAB_UPDATE static V updated(V centre, V north, V east, V south, V west, V /*source*/,
                                    const float* coefficients) {
        return updated_cell<V>(north, east, south, west, centre, coefficients[step_ratio],
                               coefficients[centre_weight]);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"
#include "sim/initial_shapes.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<Heat2d> {
    static constexpr Application info = {
        .name = "heat2d",
        .title = "Heat, 2-D",
        .sentence =
            "Heat spreads over a plate with insulated sides, from a square, a ring and a "
            "stroke.",
        .formula = "u' = r (N + E + W + S) + (1 \xe2\x88\x92 4r) u, r = 1/5",
        .dimensions = 2,
        .cells_name = "temperature",
        .type = "Heat2d",
        .file = "heat2d"};

    static Coefficients coefficients(GridSize, int) { return heat_coefficients(0.2, 2); }
    static std::vector<float> start(GridSize grid, std::uint64_t) {
        return drawn_cells(grid, draw_square_ring_stroke<float>);
    }
};

}  // namespace heatlab::ghost
#endif
