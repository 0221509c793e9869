#pragma once

#include "sim/ghost/arithmetic.h"

namespace heatlab::ghost {

/// A game of life in three dimensions (as in Meng and Skadron's study): a live cell dies where n of
/// its 26 neighbours live with n <= 3 or n >= 10, a dead one is born where 5 <= n <= 8.
struct CellularAutomaton {
    using Value = int;
    static constexpr int dimensions = 3;
    static constexpr bool has_source = false;

    /// What a slice gives to the cells in it, before it and after it.
    template <typename V>
    struct PartOf {
        V centre;
        V sum;  ///< of its nine, the centre among them
    };
    using Part = PartOf<Value>;

    template <typename V>
    HEATLAB_UPDATE static PartOf<V> part(const V (&cells)[3][3]) {
        const V north = (cells[0][0] + cells[0][1]) + cells[0][2];
        const V here = (cells[1][0] + cells[1][1]) + cells[1][2];
        const V south = (cells[2][0] + cells[2][1]) + cells[2][2];
        return {cells[1][1], (north + here) + south};
    }

    /// `live` is 0 or 1.
    template <typename V>
    HEATLAB_UPDATE static V updated(const PartOf<V>& up, const PartOf<V>& here,
                                    const PartOf<V>& down, V /*source*/,
                                    const float* /*coefficients*/) {
        const V live = here.centre;
        const V neighbours = (up.sum + here.sum + down.sum) - live;
        // From 5 to 8 both kinds are alive after it; with 4 or 9 only those that were.
        const V least = 5 - live;
        const V most = 8 + live;
        return selected((neighbours >= least) & (neighbours <= most), 1, 0);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<CellularAutomaton> {
    static constexpr Application info = {
        .name = "cell",
        .title = "Cell",
        .sentence = "A game of life in three dimensions, each cell with 26 neighbours.",
        .formula =
            "n live neighbours: a live cell dies where n \xe2\x89\xa4 3 or n \xe2\x89\xa5 "
            "10, a dead one is born where 5 \xe2\x89\xa4 n \xe2\x89\xa4 8",
        .dimensions = 3,
        .cells = CellKind::whole,
        .cells_name = "life",
        .type = "CellularAutomaton",
        .file = "cell"};

    static Coefficients coefficients(GridSize, int) { return {}; }
    static std::vector<std::int32_t> start(GridSize grid, std::uint64_t seed) {
        constexpr float alive = 0.3f;
        return random_cells<std::int32_t>(
            grid, [&](std::uint64_t i) { return random_fraction(seed, i) < alive ? 1 : 0; });
    }
};

}  // namespace heatlab::ghost
#endif
