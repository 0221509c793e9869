#include "sim/ghost/cpu/tile_task.h"

#include <algorithm>

namespace heatlab::ghost {

std::size_t workspace_cells(const Zone& zone, int dimensions) {
    // What Levels (sim/ghost/cpu/levels.h) takes: whole groups of columns, and one more on either
    // side. Both ends of a row can lie anywhere in their group.
    const int row = zone.tile.width + 4 * TileTask::column_group;
    const int levels = std::max(zone.steps - 1, 1);
    const auto kept = static_cast<std::size_t>(row * (dimensions == 3 ? zone.tile.height : 1));
    if (dimensions == 1)
        return 2 * kept;
    return static_cast<std::size_t>(levels * TileTask::rows_kept) * kept;
}

}  // namespace heatlab::ghost
