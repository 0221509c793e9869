#include "sim/ghost/cpu/zone_launcher.h"

#include <algorithm>

#include "sim/cpu/denormals.h"
#include "sim/cpu/launch_loop.h"

namespace heatlab::ghost {

void ZoneLauncher::provide(std::size_t bytes) {
    if (bytes <= workspace_bytes_)
        return;
    for (auto& workspace : workspaces_)
        workspace = aligned_array<std::byte>(bytes);
    workspace_bytes_ = bytes;
}

void ZoneLauncher::run(const TileGrid& tiles, const Zone& zone, int dimensions,
                       const Advance& advance, TileTask task, const Next& next) {
    constexpr std::size_t value_bytes = 4;  // of float and int alike
    provide(workspace_cells(zone, dimensions) * value_bytes);
    const FlushDenormals flush;
    const int members = std::min(team_.size(), tiles.tiles());
    run_launches(
        team_, members, 0, tiles.tiles(), 1,
        [&](int member, int first, int last) {
            TileTask own = task;
            own.workspace = workspaces_[static_cast<std::size_t>(member)].get();
            for (int tile = first; tile < last; ++tile) {
                tiles.place(tile, own);
                advance(member, own);
            }
        },
        [&] { return next(task); });
}

}  // namespace heatlab::ghost
