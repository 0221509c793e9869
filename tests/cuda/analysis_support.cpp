#include "tests/cuda/analysis_support.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace heatlab::testing {
namespace {

using enum BoundaryKind;

/// Index of a neighbour; -1 where the cell is not updated along this axis.
int neighbour(int i, int offset, int cells, BoundaryKind first, BoundaryKind last) {
    const bool is_fixed = (i == 0 && first == dirichlet) || (i == cells - 1 && last == dirichlet);
    if (is_fixed) {
        return -1;
    }
    const int other = i + offset;
    if (other >= 0 && other < cells) {
        return other;
    }
    const BoundaryKind side = offset < 0 ? first : last;
    return side == periodic ? (other + cells) % cells : i;
}

void add_cell(Expected& expected, float value, Cell cell) {
    FieldAnalysis& found = expected.analysis;
    if (!std::isfinite(value)) {
        return;
    }
    if (expected.finite == 0 || value < found.minimum.value) {
        found.minimum = {value, cell};
    }
    if (expected.finite == 0 || value > found.maximum.value) {
        found.maximum = {value, cell};
    }
    found.mean_square += double{value} * double{value};
    ++expected.finite;
}

void add_change(Expected& expected, float change, Cell cell,
                const std::vector<SeparableWeight>& weights) {
    FieldAnalysis& found = expected.analysis;
    const float size = std::abs(change);
    if (std::isfinite(size) && (!expected.any_change || size > found.largest_change.value)) {
        found.largest_change = {size, cell};
        expected.any_change = true;
    }
    for (std::size_t w = 0; w < weights.size(); ++w) {
        const double part = double{change} *
                            double{weights[w].columns[static_cast<std::size_t>(cell.col)]} *
                            double{weights[w].rows[static_cast<std::size_t>(cell.row)]};
        found.projections[w] += part;
        expected.magnitudes[w] += std::abs(part);
    }
}

void expect_sum(double expected, double found, double magnitude, const std::string& which) {
    if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found)) << which;
        return;
    }
    EXPECT_NEAR(expected, found, 1e-6 * magnitude) << which;
}

}  // namespace

Field random_field(GridSize grid, unsigned seed, float scale) {
    Field field(grid);
    std::mt19937 random(seed);
    for (float& cell : field.cells()) {
        // Few different values, so that many are equal.
        cell = scale * (static_cast<float>(random() % 4'001) - 2'000.0f) / 1'024.0f;
    }
    return field;
}

std::vector<SeparableWeight> random_weights(GridSize grid, std::size_t count, unsigned seed) {
    std::vector<SeparableWeight> weights(count);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> values(-1.0f, 1.0f);
    for (SeparableWeight& weight : weights) {
        weight.columns.resize(static_cast<std::size_t>(grid.width));
        weight.rows.resize(static_cast<std::size_t>(grid.height));
        std::ranges::generate(weight.columns, [&] { return values(random); });
        std::ranges::generate(weight.rows, [&] { return values(random); });
    }
    return weights;
}

std::optional<float> change_at(const Field& u, const Boundaries& sides, int row, int col) {
    const GridSize grid = u.size();
    const int north = neighbour(row, -1, grid.height, sides.top, sides.bottom);
    const int south = neighbour(row, 1, grid.height, sides.top, sides.bottom);
    const int west = neighbour(col, -1, grid.width, sides.left, sides.right);
    const int east = neighbour(col, 1, grid.width, sides.left, sides.right);
    if (north < 0 || west < 0) {
        return std::nullopt;
    }
    const float north_east = 0.25f * u.at(north, col) + 0.25f * u.at(row, east);
    const float west_south = 0.25f * u.at(row, west) + 0.25f * u.at(south, col);
    return (north_east + west_south) - u.at(row, col);
}

Expected expected_analysis(const Field& u, const Boundaries& sides,
                           const std::vector<SeparableWeight>& weights) {
    Expected expected;
    const GridSize grid = u.size();
    const CellRect updated = updated_cells(grid, sides);
    expected.analysis.largest_change = {0, {updated.row, updated.col}};
    for (int row = 0; row < grid.height; ++row) {
        for (int col = 0; col < grid.width; ++col) {
            add_cell(expected, u.at(row, col), {row, col});
            if (const auto change = change_at(u, sides, row, col)) {
                add_change(expected, *change, {row, col}, weights);
            }
        }
    }
    expected.analysis.mean_square /= static_cast<double>(expected.finite);
    if (expected.finite < grid.cells()) {
        for (std::size_t w = 0; w < weights.size(); ++w) {
            expected.analysis.projections[w] = nan;
        }
    }
    return expected;
}

void expect_extreme(const ExtremeCell& expected, const ExtremeCell& found, const char* which) {
    EXPECT_EQ(expected.value, found.value) << which;
    EXPECT_EQ(expected.cell.row, found.cell.row) << which;
    EXPECT_EQ(expected.cell.col, found.cell.col) << which;
}

void expect_analysis(const Expected& expected, const FieldAnalysis& found) {
    expect_extreme(expected.analysis.minimum, found.minimum, "minimum");
    expect_extreme(expected.analysis.maximum, found.maximum, "maximum");
    expect_extreme(expected.analysis.largest_change, found.largest_change, "largest change");
    expect_sum(expected.analysis.mean_square, found.mean_square, expected.analysis.mean_square,
               "mean square");
    for (std::size_t w = 0; w < most_projections; ++w) {
        expect_sum(expected.analysis.projections[w], found.projections[w], expected.magnitudes[w],
                   "projection " + std::to_string(w));
    }
}

FieldAnalysis analysed(Simulation& simulation) {
    return run_batch(simulation, {.publish = false, .statistics = false, .analysis = true})
        .analysis.value();
}

}  // namespace heatlab::testing
