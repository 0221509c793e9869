#include "sim/ghost/step_volume.h"

#include <algorithm>

namespace heatlab::ghost {
namespace {

constexpr int lanes = 32;

/// Warps of a plane of threads that have one inside the margin.
int warps_of_plane(int width, int height, int margin_x, int margin_y) {
    int warps = 0;
    int counted = -1;  // the last warp that was, as they come in order
    for (int y = margin_y; y < height - margin_y; ++y) {
        const int first = std::max((y * width + margin_x) / lanes, counted + 1);
        const int last = (y * width + width - margin_x - 1) / lanes;
        warps += std::max(0, last - first + 1);
        counted = std::max(counted, last);
    }
    return warps;
}

}  // namespace

int active_warps(const TileShape& tile, int dimensions, int margin, int rows_per_thread) {
    if (2 * margin >= tile.width)
        return 0;
    const int plane = warps_of_plane(tile.width, tile.height / rows_per_thread, margin,
                                     dimensions > 1 ? margin / rows_per_thread : 0);
    return plane * (dimensions > 2 ? std::max(0, tile.depth - 2 * margin + 2) : rows_per_thread);
}

double step_volume(const TileShape& tile, int dimensions, int steps, int rows_per_thread) {
    const double unit = active_warps(tile, dimensions, 1, rows_per_thread);
    double volume = 0;
    for (int margin = 1; margin <= steps; ++margin)
        volume += active_warps(tile, dimensions, margin, rows_per_thread) / unit;
    return volume;
}

}  // namespace heatlab::ghost
