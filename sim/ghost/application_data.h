#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/field.h"
#include "sim/ghost/application.h"
#include "sim/ghost/problem.h"
#include "sim/grid.h"
#include "sim/parallel.h"
#include "sim/random.h"
#include "sim/step_ratio.h"

namespace heatlab::ghost {

/// What hosts alone know of the application T; each file in sim/ghost/applications has its own,
/// read where HEATLAB_APPLICATION_DATA is defined (sim/ghost/problem.cpp):
///   static constexpr Application info
///   static Coefficients coefficients(GridSize grid, int time_division)
///   static std::vector<Value> start(GridSize grid, std::uint64_t seed)
/// With a source: static std::vector<Value> source(GridSize grid, std::uint64_t seed), where
/// SourceKind::per_step has the grid of `source_rows(grid.width)` rows.
/// With a bound on its time step: static double time_step_bound(GridSize grid), the largest step
/// for which no wave grows over the step that the coefficients hold undivided.
template <typename T>
struct ApplicationData;

/// value(x, y, z) for each cell of `grid`, on all cores.
template <typename Value, typename Function>
std::vector<Value> cells_of(GridSize grid, const Function& value) {
    std::vector<Value> cells(static_cast<std::size_t>(grid.cells()));
    parallel_ranges(grid.rows(), grid.width, [&](int first, int last) {
        auto cell = cells.begin() + std::ptrdiff_t{first} * grid.width;
        for (int row = first; row < last; ++row)
            for (int x = 0; x < grid.width; ++x)
                *cell++ = value(x, row % grid.height, row / grid.height);
    });
    return cells;
}

/// random(i) of the i-th cell.
template <typename Value, typename Random>
std::vector<Value> random_cells(GridSize grid, const Random& random) {
    return cells_of<Value>(grid, [&](int x, int y, int z) {
        return random(
            static_cast<std::uint64_t>((std::int64_t{z} * grid.height + y) * grid.width + x));
    });
}

/// What draw(field, amplitude), one of sim/initial_shapes.h, makes of an empty field with
/// amplitude 1.
template <typename Draw>
std::vector<float> drawn_cells(GridSize grid, const Draw& draw) {
    Field field(grid);
    draw(field, 1.0f);
    return {field.cells().begin(), field.cells().end()};
}

/// r and the centre's weight, which all updates of the heat equation name first and second.
inline Coefficients heat_coefficients(double r, int dimensions) {
    const StepRatio ratio = StepRatio::from(r, dimensions);
    return {ratio.value(), ratio.centre_weight()};
}

}  // namespace heatlab::ghost
