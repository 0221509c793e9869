#include "sim/ghost/cpu/zone_launcher.h"

#include <algorithm>

#include "sim/cpu/denormals.h"
#include "sim/cpu/launch_loop.h"

namespace heatlab::ghost {

KeptLevels ZoneLauncher::provide(const Zone& zone, int dimensions) {
    constexpr std::size_t value_bytes = 4;  // of float and int alike
    const KeptLevels levels = kept_levels(zone, dimensions);
    const std::size_t bytes = static_cast<std::size_t>(levels.cells) * value_bytes;
    if (bytes <= workspace_bytes_)
        return levels;
    for (Workspace& workspace : workspaces_)
        workspace = Workspace(bytes);
    workspace_bytes_ = bytes;
    return levels;
}

void ZoneLauncher::run(const TileGrid& tiles, const Zone& zone, int dimensions,
                       const Advance& advance, TileTask task, const Next& next) {
    const KeptLevels levels = provide(zone, dimensions);
    const FlushDenormals flush;
    const int members = std::min(team_.size(), tiles.tiles());
    run_launches(
        team_, members, 0, tiles.tiles(), 1,
        [&](int member, int first, int last) {
            TileTask own = task;
            own.workspace = workspace(member);
            own.kept = levels;
            for (int tile = first; tile < last; ++tile) {
                tiles.place(tile, own);
                advance(member, own);
            }
        },
        [&] { return next(task); });
}

}  // namespace heatlab::ghost
