#include "sim/ghost/cpu/tile_task.h"

#include <algorithm>

namespace heatlab::ghost {

std::size_t workspace_cells(const Zone& zone, int dimensions) {
    // What Levels (sim/ghost/cpu/levels.h) takes: whole groups of columns, and one more on either
    // side. Both ends of a row can lie anywhere in their group.
    const int row = zone.tile.width + 4 * TileTask::column_group;
    const int levels = std::max(zone.steps - 1, 1);
    const int rows = dimensions == 3 ? zone.tile.height : 1;
    const std::size_t kept = static_cast<std::size_t>(row) * static_cast<std::size_t>(rows);
    if (dimensions == 1)
        return 2 * kept;
    return std::size_t{TileTask::rows_kept} * static_cast<std::size_t>(levels) * kept;
}

}  // namespace heatlab::ghost
