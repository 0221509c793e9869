#include "sim/ghost/cpu/tile_task.h"

#include <algorithm>

#include "sim/cpu/page_distance.h"

namespace heatlab::ghost {
namespace {

/// The least distance of a row in a level from the rows that are read for it, in the level before:
/// a level's newest row (slice) lies one to five of them behind.
std::ptrdiff_t least_distance(std::ptrdiff_t between, std::ptrdiff_t beside) {
    std::ptrdiff_t least = page_lines;
    for (int kept = 1; kept < 2 * TileTask::rows_kept; ++kept)
        for (int row = -1; row <= 1; ++row)
            least = std::min(least, in_page(kept * between + row * beside));
    return least;
}

}  // namespace

KeptLevels kept_levels(const Zone& zone, int dimensions) {
    // Both ends of a row can lie anywhere in their group, and it has a group more on either side.
    const std::ptrdiff_t least_row =
        (zone.tile.width + 4 * TileTask::column_group + line_values - 1) / line_values;
    if (dimensions == 1) {
        const std::ptrdiff_t row = most_apart(least_row, in_page_either_way);
        return {row * line_values, 0, 2 * row * line_values};
    }
    const std::ptrdiff_t kept = TileTask::rows_kept * (zone.steps > 1 ? zone.steps - 1 : 1);
    if (dimensions == 2) {
        const std::ptrdiff_t row =
            most_apart(least_row, [](std::ptrdiff_t lines) { return least_distance(lines, 0); });
        return {row * line_values, 0, kept * row * line_values};
    }
    const std::ptrdiff_t slice =
        most_apart(least_row * zone.tile.height,
                   [&](std::ptrdiff_t lines) { return least_distance(lines, least_row); });
    return {least_row * line_values, slice * line_values, kept * slice * line_values};
}

}  // namespace heatlab::ghost
