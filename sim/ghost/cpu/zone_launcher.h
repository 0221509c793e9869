#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "sim/cpu/thread_team.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/workspace.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Hands the tiles of launches out to a team, whose members have a workspace each.
class ZoneLauncher {
public:
    explicit ZoneLauncher(ThreadTeam& team)
        : team_(team), workspaces_(static_cast<std::size_t>(team.size())) {}

    /// Called by the member that has taken a tile, on all members at the same time.
    using Advance = std::function<void(int member, const TileTask& task)>;
    /// Makes the next launch's task of the last one's; false where none follows.
    using Next = std::function<bool(TileTask& task)>;

    /// Launches, from `task` on, whose outputs are set tile by tile. Throws std::bad_alloc.
    void run(const TileGrid& tiles, const Zone& zone, int dimensions, const Advance& advance,
             TileTask task, const Next& next);

    /// Workspaces for tiles of a launch, and smaller ones, and how levels lie in them. Throws
    /// std::bad_alloc.
    KeptLevels provide(const Zone& zone, int dimensions);
    /// Of a member, as provided last; aligned to 64 bytes.
    void* workspace(int member) const {
        return workspaces_[static_cast<std::size_t>(member)].get();
    }

private:
    ThreadTeam& team_;
    std::vector<Workspace> workspaces_;
    std::size_t workspace_bytes_ = 0;
};

}  // namespace heatlab::ghost
