#include "sim/field.h"

#include <algorithm>

namespace heatlab {

void apply_walls(Field& field, const Walls& walls) {
    const GridSize size = field.size();
    if (size.cells() == 0)
        return;
    for (int row = 0; row < size.height; ++row) {
        field.at(row, size.width - 1) = walls.right;
        field.at(row, 0) = walls.left;
    }
    std::ranges::fill(field.row(size.height - 1), walls.bottom);
    std::ranges::fill(field.row(0), walls.top);
}

}  // namespace heatlab
