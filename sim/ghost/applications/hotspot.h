#pragma once

#include "sim/update.h"

namespace heatlab::ghost {

/// The temperature of a chip (Huang et al., "HotSpot", 2006; as in the benchmark suite Rodinia):
/// T' = T + (dt/Cap) (P + (N + S - 2T)/Ry + (E + W - 2T)/Rx + (80 - T)/Rz), P being the power of a
/// cell. Products are fused with the sums that they are added to, from left to right.
struct HotSpot {
    using Value = float;
    static constexpr int dimensions = 2;
    static constexpr bool has_source = true;
    enum {
        time_over_capacity,
        conductance_y,
        conductance_x,
        conductance_z
    };  // of the coefficients

    template <typename V>
    HEATLAB_UPDATE static V updated(V centre, V north, V east, V south, V west, V power,
                                    const float* coefficients) {
        const V vertical = fused_multiply_add(-2.0f, centre, north + south);
        const V horizontal = fused_multiply_add(-2.0f, centre, east + west);
        const V with_rows = fused_multiply_add(coefficients[conductance_y], vertical, power);
        const V in_plane = fused_multiply_add(coefficients[conductance_x], horizontal, with_rows);
        const V heating = fused_multiply_add(coefficients[conductance_z], 80.0f - centre, in_plane);
        return fused_multiply_add(coefficients[time_over_capacity], heating, centre);
    }
};

}  // namespace heatlab::ghost

#ifdef HEATLAB_APPLICATION_DATA
#include "sim/ghost/application_data.h"

namespace heatlab::ghost {

template <>
struct ApplicationData<HotSpot> {
    static constexpr Application info = {
        .name = "hotspot",
        .title = "HotSpot",
        .sentence = "The temperature of a chip of 16 mm, from the power that its parts take.",
        .formula =
            "T' = T + (dt/Cap) (P + (N + S \xe2\x88\x92 2T)/Ry + (E + W \xe2\x88\x92 2T)/Rx "
            "+ (80 \xe2\x88\x92 T)/Rz)",
        .dimensions = 2,
        .cells_name = "temperature",
        .cells_unit = "K",
        .source = SourceKind::per_cell,
        .source_name = "power",
        .source_unit = "W",
        .beside = Beside::source,
        .text_files = true,
        .type = "HotSpot",
        .file = "hotspot"};

    static constexpr double start_temperature = 323;  // K
    static constexpr double most_power = 2.8e-3;      // W, of a cell

    /// In SI units.
    struct Chip {
        double time;  ///< dt
        double capacity;
        double conductance_y;
        double conductance_x;
        double conductance_z;
    };
    static Chip chip(GridSize grid) {
        constexpr double edge = 0.016;        // m, of the whole chip
        constexpr double thickness = 0.0005;  // m
        constexpr double conductivity = 100;  // W / (m K)
        constexpr double heat = 1.75e6;       // J / (m^3 K)
        constexpr double fitting_factor = 0.5;
        const double width = edge / grid.width;
        const double height = edge / grid.height;
        return {.time = 0.001 / (3e6 / (fitting_factor * thickness * heat)),
                .capacity = fitting_factor * heat * thickness * width * height,
                .conductance_y = 2 * conductivity * thickness * width / height,
                .conductance_x = 2 * conductivity * thickness * height / width,
                .conductance_z = conductivity * height * width / thickness};
    }

    static Coefficients coefficients(GridSize grid, int time_division) {
        const Chip c = chip(grid);
        return {static_cast<float>(c.time / time_division / c.capacity),
                static_cast<float>(c.conductance_y), static_cast<float>(c.conductance_x),
                static_cast<float>(c.conductance_z)};
    }
    /// Of all waves the checkerboard changes most: by the factor 1 - (dt/Cap) (4/Ry + 4/Rx + 1/Rz)
    /// each step, which must not be below -1.
    static double time_step_bound(GridSize grid) {
        const Chip c = chip(grid);
        const double sum = 4 * c.conductance_y + 4 * c.conductance_x + c.conductance_z;
        return 2 * c.capacity / sum / c.time;
    }
    static std::vector<float> start(GridSize grid, std::uint64_t) {
        return std::vector<float>(static_cast<std::size_t>(grid.cells()),
                                  static_cast<float>(start_temperature));
    }

    /// A chip's floor plan: a square cut in two again and again, across and along in turn, into
    /// blocks of one power each.
    static double power(double x, double y, std::uint64_t seed) {
        constexpr int cuts = 6;
        std::uint64_t block = 1;
        for (int cut = 0; cut < cuts; ++cut) {
            double& place = cut % 2 == 0 ? x : y;
            const double at = 0.3 + 0.4 * random_fraction(seed, block);
            const bool beyond = place >= at;
            place = beyond ? (place - at) / (1 - at) : place / at;
            block = 2 * block + (beyond ? 1 : 0);
        }
        return most_power * random_fraction(seed, block);
    }
    static std::vector<float> source(GridSize grid, std::uint64_t seed) {
        return cells_of<float>(grid, [&](int x, int y, int) {
            return static_cast<float>(power((x + 0.5) / grid.width, (y + 0.5) / grid.height, seed));
        });
    }
};

}  // namespace heatlab::ghost
#endif
