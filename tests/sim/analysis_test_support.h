#pragma once

#include <cmath>
#include <vector>

#include "sim/simulation.h"
#include "tests/sim/cpu_test_support.h"

// What an analysis has to find, by plain loops in double precision.

namespace heatlab::test {

/// Of an updated cell.
inline double change_of(const Field& field, const Boundaries& boundaries, int row, int col) {
    const GridSize grid = field.size();
    const auto at = [&](int i, int j) {
        using enum BoundaryKind;
        const auto inside = [](int k, int cells, BoundaryKind first, BoundaryKind last) {
            if (k < 0)
                return first == periodic ? cells - 1 : 0;
            if (k >= cells)
                return last == periodic ? 0 : cells - 1;
            return k;
        };
        return double{field.at(inside(i, grid.height, boundaries.top, boundaries.bottom),
                               inside(j, grid.width, boundaries.left, boundaries.right))};
    };
    return (at(row - 1, col) + at(row, col + 1) + at(row + 1, col) + at(row, col - 1)) / 4 -
           at(row, col);
}

template <typename Visit>
void visit(const CellRect& cells, const Visit& action) {
    for (int row = cells.row; row < cells.row + cells.height; ++row) {
        for (int col = cells.col; col < cells.col + cells.width; ++col)
            action(row, col);
    }
}

/// NaN and {0, 0} where there is no finite cell.
inline FieldAnalysis expected_analysis(const Field& field, const Boundaries& boundaries,
                                       const std::vector<SeparableWeight>& weights) {
    const GridSize grid = field.size();
    FieldAnalysis expected;
    expected.minimum.value = expected.maximum.value = NAN;
    double squares = 0;
    std::int64_t finite = 0;
    visit({0, 0, grid.width, grid.height}, [&](int row, int col) {
        const float u = field.at(row, col);
        if (!std::isfinite(u))
            return;
        squares += double{u} * double{u};
        ++finite;
        if (!(u >= expected.minimum.value))
            expected.minimum = {u, {row, col}};
        if (!(u <= expected.maximum.value))
            expected.maximum = {u, {row, col}};
    });
    expected.mean_square = squares / static_cast<double>(finite);
    const CellRect updated = updated_cells(grid, boundaries);
    double largest = -1;
    expected.largest_change.cell = {updated.row, updated.col};
    visit(updated, [&](int row, int col) {
        const double change = change_of(field, boundaries, row, col);
        if (std::isfinite(change) && std::abs(change) > largest) {
            largest = std::abs(change);
            expected.largest_change = {static_cast<float>(largest), {row, col}};
        }
        for (std::size_t k = 0; k < weights.size(); ++k) {
            expected.projections[k] += change * double{weights[k].columns[std::size_t(col)]} *
                                       double{weights[k].rows[std::size_t(row)]};
        }
    });
    return expected;
}

inline std::vector<SeparableWeight> random_weights(GridSize grid, int count) {
    std::vector<SeparableWeight> weights;
    for (int k = 0; k < count; ++k) {
        const Field columns = random_field({grid.width, 1}, std::uint64_t(2 * k + 5));
        const Field rows = random_field({grid.height, 1}, std::uint64_t(2 * k + 6));
        SeparableWeight weight;
        for (const float value : columns.cells())
            weight.columns.push_back(value - 0.5f);
        for (const float value : rows.cells())
            weight.rows.push_back(value - 0.5f);
        weights.push_back(std::move(weight));
    }
    return weights;
}

}  // namespace heatlab::test
