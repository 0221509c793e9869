#include "sim/field.h"

#include <algorithm>

#include "sim/rounded_cell.h"

namespace heatlab {

template <typename Real>
BasicField<Real> plane_of(const BasicField<Real>& field, const Plane& plane) {
    const GridSize grid = field.size();
    if (grid.dimensions != 3)
        return field.clone();
    BasicField<Real> cells(plane_size(grid, plane.across));
    for (int row = 0; row < cells.size().height; ++row) {
        for (int col = 0; col < cells.size().width; ++col) {
            const auto from = cell_of_plane(grid, plane, {row, col});
            cells.at(row, col) = field.at(from.row, from.col);
        }
    }
    return cells;
}

template <typename Real>
void apply_walls(BasicField<Real>& field, const Walls& walls) {
    apply_walls(field, walls, fixed_walls(field.size().dimensions));
}

template <typename Real>
void apply_walls(BasicField<Real>& field, const Walls& walls, const Boundaries& boundaries) {
    const GridSize size = field.size();
    if (size.cells() == 0)
        return;
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    for (int row = 0; row < size.rows(); ++row) {
        if (fixed(boundaries.right))
            field.at(row, size.width - 1) = static_cast<Real>(walls.right);
        if (fixed(boundaries.left))
            field.at(row, 0) = static_cast<Real>(walls.left);
    }
    for (int first = 0; first < size.rows(); first += size.height) {
        if (fixed(boundaries.bottom))
            std::ranges::fill(field.row(first + size.height - 1), static_cast<Real>(walls.bottom));
        if (fixed(boundaries.top))
            std::ranges::fill(field.row(first), static_cast<Real>(walls.top));
    }
    if (size.dimensions == 3) {
        std::ranges::fill(field.slice(size.depth - 1), static_cast<Real>(walls.back));
        std::ranges::fill(field.slice(0), static_cast<Real>(walls.front));
    }
}

Field rounded(const Field64& field) {
    Field result(field.size());
    std::ranges::transform(field.cells(), result.cells().begin(), rounded_cell);
    return result;
}

Field64 widened(const Field& field) {
    Field64 result(field.size());
    std::ranges::copy(field.cells(), result.cells().begin());
    return result;
}

template Field plane_of(const Field&, const Plane&);
template Field64 plane_of(const Field64&, const Plane&);
template void apply_walls(Field&, const Walls&);
template void apply_walls(Field64&, const Walls&);
template void apply_walls(Field&, const Walls&, const Boundaries&);
template void apply_walls(Field64&, const Walls&, const Boundaries&);

}  // namespace heatlab
