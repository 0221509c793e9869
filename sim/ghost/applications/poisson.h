#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// Jacobi's iteration for Poisson's equation: u' = fma(-h^2 / 4, f, ((N + S) + (E + W)) / 4).
struct Poisson {
    using Value = float;
    static constexpr int dimensions = 2;
    static constexpr bool has_source = true;
    enum { source_weight };  // of the coefficients: -h^2 / 4

    template <typename V>
    HEATLAB_UPDATE static V updated(V /*centre*/, V north, V east, V south, V west, V source,
                                    const float* coefficients) {
        return fused_multiply_add(coefficients[source_weight], source,
                                  0.25f * ((north + south) + (east + west)));
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<Poisson> {
    static constexpr Application info = {
        .name = "poisson",
        .title = "Poisson",
        .sentence = "Jacobi's iteration towards the potential of two opposite charges.",
        .formula = "u' = (N + S + E + W)/4 \xe2\x88\x92 h\xc2\xb2 f/4",
        .dimensions = 2,
        .cells_name = "potential",
        .source = SourceKind::per_cell,
        .source_name = "charge",
        .beside = Beside::residual,
        .type = "Poisson",
        .file = "poisson"};

    /// The longer side has length 1.
    static double cell_edge(GridSize grid) { return 1.0 / std::max(grid.width, grid.height); }

    static Coefficients coefficients(GridSize grid, int) {
        const double h = cell_edge(grid);
        return {static_cast<float>(-h * h / 4)};
    }
    static std::vector<float> start(GridSize grid, std::uint64_t) {
        return std::vector<float>(static_cast<std::size_t>(grid.cells()));
    }
    /// Two Gaussians that are each other's mirror image through the centre with opposite sign, so
    /// that f sums up to 0, as it must where nothing leaves through the sides.
    static std::vector<float> source(GridSize grid, std::uint64_t) {
        constexpr double height = 100;  // u is then of the order of 1
        constexpr double deviation = 1.0 / 16;
        const double h = cell_edge(grid);
        const auto gaussian = [&](int col, int row, double fraction_x, double fraction_y) {
            const double x = h * (col - fraction_x * (grid.width - 1)) / deviation;
            const double y = h * (row - fraction_y * (grid.height - 1)) / deviation;
            return height * std::exp(-0.5 * (x * x + y * y));
        };
        return cells_of<float>(grid, [&](int x, int y, int) {
            return static_cast<float>(gaussian(x, y, 0.3, 0.35) - gaussian(x, y, 0.7, 0.65));
        });
    }
};

}  // namespace heatlab::ghost
#endif
