#include "sim/field.h"

#include <algorithm>

namespace heatlab {

Field plane_of(const Field& field, const Plane& plane) {
    const GridSize grid = field.size();
    if (grid.dimensions != 3)
        return field.clone();
    Field cells(plane_size(grid, plane.across));
    for (int row = 0; row < cells.size().height; ++row) {
        for (int col = 0; col < cells.size().width; ++col) {
            const Cell from = cell_of_plane(grid, plane, {row, col});
            cells.at(row, col) = field.at(from.row, from.col);
        }
    }
    return cells;
}

void apply_walls(Field& field, const Walls& walls) {
    apply_walls(field, walls, fixed_walls(field.size().dimensions));
}

void apply_walls(Field& field, const Walls& walls, const Boundaries& boundaries) {
    const GridSize size = field.size();
    if (size.cells() == 0)
        return;
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    for (int row = 0; row < size.rows(); ++row) {
        if (fixed(boundaries.right))
            field.at(row, size.width - 1) = walls.right;
        if (fixed(boundaries.left))
            field.at(row, 0) = walls.left;
    }
    for (int first = 0; first < size.rows(); first += size.height) {
        if (fixed(boundaries.bottom))
            std::ranges::fill(field.row(first + size.height - 1), walls.bottom);
        if (fixed(boundaries.top))
            std::ranges::fill(field.row(first), walls.top);
    }
    if (size.dimensions == 3) {
        std::ranges::fill(field.slice(size.depth - 1), walls.back);
        std::ranges::fill(field.slice(0), walls.front);
    }
}

}  // namespace heatlab
