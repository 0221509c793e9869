#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// The heat equation in a block with insulated faces: u' = fma(r, ((N + E) + (W + S)) + (U + D),
/// m u), m = 1 - 6r.
struct Heat3d {
    using Value = float;
    static constexpr int dimensions = 3;
    static constexpr bool has_source = false;
    enum { step_ratio, centre_weight };  // of the coefficients

    /// What a slice gives to the cells in it (all) and to those before and after it (its centre).
    template <typename V>
    struct PartOf {
        V centre;
        V around;
    };
    using Part = PartOf<Value>;

    template <typename V>
    HEATLAB_UPDATE static PartOf<V> part(const V (&cells)[3][3]) {
        return {cells[1][1], (cells[0][1] + cells[1][2]) + (cells[1][0] + cells[2][1])};
    }

    template <typename V>
    HEATLAB_UPDATE static V updated(const PartOf<V>& up, const PartOf<V>& here,
                                    const PartOf<V>& down, V /*source*/,
                                    const float* coefficients) {
        return update_from_sums<V>(here.around, up.centre + down.centre, here.centre,
                                   coefficients[step_ratio], coefficients[centre_weight]);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"
#include "sim/initial_shapes.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<Heat3d> {
    static constexpr Application info = {
        .name = "heat3d",
        .title = "Heat, 3-D",
        .sentence = "Heat spreads through a block with insulated faces, from a cube in its middle.",
        .formula = "u' = r (N + E + W + S + U + D) + (1 \xe2\x88\x92 6r) u, r = 1/8",
        .dimensions = 3,
        .cells_name = "temperature",
        .type = "Heat3d",
        .file = "heat3d"};

    static Coefficients coefficients(GridSize, int) { return heat_coefficients(0.125, 3); }
    static std::vector<float> start(GridSize grid, std::uint64_t) {
        return drawn_cells(grid, draw_hot_square<float>);
    }
};

}  // namespace heatlab::ghost
#endif
