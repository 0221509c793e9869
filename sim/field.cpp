#include "sim/field.h"

#include <algorithm>

namespace heatlab {

void apply_walls(Field& field, const Walls& walls) {
    apply_walls(field, walls, {});
}

void apply_walls(Field& field, const Walls& walls, const Boundaries& boundaries) {
    const GridSize size = field.size();
    if (size.cells() == 0)
        return;
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    for (int row = 0; row < size.height; ++row) {
        if (fixed(boundaries.right))
            field.at(row, size.width - 1) = walls.right;
        if (fixed(boundaries.left))
            field.at(row, 0) = walls.left;
    }
    if (fixed(boundaries.bottom))
        std::ranges::fill(field.row(size.height - 1), walls.bottom);
    if (fixed(boundaries.top))
        std::ranges::fill(field.row(0), walls.top);
}

}  // namespace heatlab
