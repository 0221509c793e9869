#pragma once

#include "sim/ghost/arithmetic.h"

namespace heatlab::ghost {

/// The least cost of a way down a wall, by dynamic programming (as in the benchmark suite Rodinia):
/// c'[x] = wall[t + 1][x] + min(c[x - 1], c[x], c[x + 1]). The source is the wall.
struct PathFinder {
    using Value = int;
    static constexpr int dimensions = 1;
    static constexpr bool has_source = true;

    template <typename V>
    HEATLAB_UPDATE static V updated(V west, V centre, V east, V wall,
                                    const float* /*coefficients*/) {
        return wall + minimum(minimum(west, centre), east);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<PathFinder> {
    static constexpr Application info = {
        .name = "pathfinder",
        .title = "PathFinder",
        .sentence = "The least cost of a way down a wall of stones, row by row.",
        .formula = "c'[x] = wall[t + 1][x] + min(c[x \xe2\x88\x92 1], c[x], c[x + 1])",
        .dimensions = 1,
        .cells = CellKind::whole,
        .cells_name = "cost",
        .source = SourceKind::per_step,
        .source_name = "wall",
        .beside = Beside::source,
        .type = "PathFinder",
        .file = "pathfinder"};

    static int stone(std::uint64_t seed, std::uint64_t index) {
        constexpr std::uint64_t kinds = 10;  // of cost 0 to 9
        return static_cast<int>((splitmix64(seed, index) >> 32) * kinds >> 32);
    }

    static Coefficients coefficients(GridSize, int) { return {}; }
    /// The wall's row 0, of which the source has those after it.
    static std::vector<std::int32_t> start(GridSize grid, std::uint64_t seed) {
        return random_cells<std::int32_t>(grid, [&](std::uint64_t i) { return stone(seed, i); });
    }
    static std::vector<std::int32_t> source(GridSize grid, std::uint64_t seed) {
        return start(grid, seed);
    }
};

}  // namespace heatlab::ghost
#endif
