#include "app/refinement.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/settings_check.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

/// Where a cell of the new axis lies on the old one: between two cells.
struct Place {
    int before = 0;
    int after = 0;
    double share = 0;  ///< of `after`
};

bool fixed(BoundaryKind kind) {
    return kind == BoundaryKind::dirichlet;
}

std::vector<Place> places(int from, int to, BoundaryKind first, BoundaryKind last) {
    // A fixed side is at the middle of its cell, another half a cell outside.
    const double begin = fixed(first) ? 0.0 : -0.5;
    const double old_length = from - 1 + (fixed(last) ? 0.0 : 0.5) - begin;
    const double new_length = to - 1 + (fixed(last) ? 0.0 : 0.5) - begin;
    const bool wraps = first == BoundaryKind::periodic;
    const auto inside = [&](int i) {
        return wraps ? (i % from + from) % from : std::clamp(i, 0, from - 1);
    };
    std::vector<Place> found;
    found.reserve(static_cast<std::size_t>(to));
    for (int i = 0; i < to; ++i) {
        const double scaled = new_length > 0 ? begin + (i - begin) * old_length / new_length : 0.0;
        const double below = std::floor(scaled);
        const int cell = static_cast<int>(below);
        found.push_back({inside(cell), inside(cell + 1), scaled - below});
    }
    return found;
}

template <typename Real>
Real blend(Real a, Real b, double share) {
    // Cells that coincide keep their bits, whatever their neighbours hold.
    return share == 0 ? a : a + static_cast<Real>(share) * (b - a);
}

int scaled_side(GridSize grid, int side, double factor) {
    if (factor < 1 && side % 2 != 0)
        throw InputError("--grid", grid_text(grid), "only even sides can be halved");
    return factor < 1 ? side / 2
                      : static_cast<int>(
                            std::min<std::int64_t>(std::int64_t{side} * 2, std::int64_t{1} << 30));
}

}  // namespace

GridSize refined_grid(GridSize grid, double factor) {
    GridSize refined = grid;
    refined.width = scaled_side(grid, grid.width, factor);
    if (grid.dimensions > 1)
        refined.height = scaled_side(grid, grid.height, factor);
    if (grid.dimensions > 2)
        refined.depth = scaled_side(grid, grid.depth, factor);
    const std::int64_t many = std::int64_t{1} << grid.dimensions;
    if (factor > 1 && (std::max({refined.width, refined.height, refined.depth}) > 1 << 30 ||
                       std::int64_t{refined.height} * refined.depth > 1 << 30 ||
                       refined.cells() != many * grid.cells()))
        throw InputError("--grid", grid_text(grid), "a side has at most 2^30 cells");
    validate_grid(refined);
    return refined;
}

Refinement describe_refinement(const Settings& settings) {
    Refinement refinement;
    try {
        refinement.grid = refined_grid(settings.grid, 2);
    } catch (const InputError&) {
        refinement.grid.reset();
    }
    refinement.r = 4 * settings.r;
    refinement.allowed = refinement.r <= 1;
    const double half = settings.cell_size / 2;
    refinement.stable_time_step =
        textbook_bound(settings.grid.dimensions) * half * half / settings.diffusivity;
    return refinement;
}

template <typename Real>
BasicField<Real> interpolated(const BasicField<Real>& field, GridSize grid,
                              const Boundaries& boundaries) {
    const GridSize old = field.size();
    const std::vector<Place> columns =
        places(old.width, grid.width, boundaries.left, boundaries.right);
    const std::vector<Place> rows =
        places(old.height, grid.height, boundaries.top, boundaries.bottom);
    const std::vector<Place> slices =
        places(old.depth, grid.depth, BoundaryKind::dirichlet, BoundaryKind::dirichlet);
    // At row `y` of slice `slice`, column `x`.
    const auto in_slice = [&](int slice, const Place& y, const Place& x) {
        const std::span<const Real> above = field.row(slice * old.height + y.before);
        const std::span<const Real> below = field.row(slice * old.height + y.after);
        const auto a = static_cast<std::size_t>(x.before);
        const auto b = static_cast<std::size_t>(x.after);
        return blend(blend(above[a], above[b], x.share), blend(below[a], below[b], x.share),
                     y.share);
    };
    BasicField<Real> result(grid);
    for (int row = 0; row < grid.rows(); ++row) {
        const Place& z = slices[static_cast<std::size_t>(row / grid.height)];
        const Place& y = rows[static_cast<std::size_t>(row % grid.height)];
        const std::span<Real> target = result.row(row);
        for (std::size_t col = 0; col < target.size(); ++col) {
            const Place& x = columns[col];
            const Real before = in_slice(z.before, y, x);
            target[col] = z.share == 0 ? before : blend(before, in_slice(z.after, y, x), z.share);
        }
    }
    return result;
}

template Field interpolated(const Field&, GridSize, const Boundaries&);
template Field64 interpolated(const Field64&, GridSize, const Boundaries&);

}  // namespace heatlab
