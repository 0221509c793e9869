#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "sim/cpu/aligned_memory.h"
#include "sim/cpu/thread_team.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Hands the tiles of launches out to a team, whose members have a workspace each.
class ZoneLauncher {
public:
    explicit ZoneLauncher(ThreadTeam& team)
        : team_(team), workspaces_(static_cast<std::size_t>(team.size())) {}

    /// A launch of `task`, whose outputs are set tile by tile; then `next` makes the next launch's
    /// task of it, or says false where none follows. Throws std::bad_alloc.
    void run(const TileGrid& tiles, const Zone& zone, int dimensions, AdvanceTile advance,
             TileTask task, const std::function<bool(TileTask& task)>& next);

private:
    void provide(std::size_t bytes);

    ThreadTeam& team_;
    std::vector<AlignedArray<std::byte>> workspaces_;
    std::size_t workspace_bytes_ = 0;
};

}  // namespace heatlab::ghost
