#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/cpu/thread_team.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/tile_volume.h"
#include "sim/ghost/cpu/tiled_cells.h"
#include "sim/ghost/cpu/zone_launcher.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Times single tiles, on cells that stay in the caches of the thread that advances them.
class TileTimer {
public:
    /// `launcher`'s workspaces serve here as well: how well a workspace suits a core's caches
    /// depends on where it is.
    TileTimer(const Application& application, RunTile advance, ThreadTeam& team,
              ZoneLauncher& launcher)
        : application_(application), advance_(advance), team_(team), launcher_(launcher) {}

    /// What a thread takes for each of `tiles`, while so many members of the team are at the same
    /// and the others wait. The tiles are timed in turn, `rounds` times, each time on new memory:
    /// so they share what the clocks of a machine do meanwhile, and lucky and unlucky places.
    /// Seconds: of the threads' median, the lower quartile over the rounds, as other programs can
    /// only add to it. Throws std::bad_alloc.
    std::vector<double> seconds(std::span<const Zone> tiles, int members, int rounds);

    /// Vectors (see TileVolume) that such a tile computes.
    double vectors(const Zone& tile, const RowCost& row) const;

private:
    /// Of a tile that has all its ghost cells, and few outputs in the direction in which levels
    /// follow each other, so that its cells stay in a cache; but so many that most of the time all
    /// levels are at work, and their rows compete for the innermost cache.
    GridSize cells_of(const Zone& tile) const;
    TileTask placed(TileTask task, const Zone& tile) const;
    /// Cells for each member, enough for any of `tiles`.
    std::vector<std::unique_ptr<TiledCells>> cells_for(std::span<const Zone> tiles, int members);
    double timed(const Zone& tile, std::span<const std::unique_ptr<TiledCells>> cells);

    const Application& application_;
    RunTile advance_;
    ThreadTeam& team_;
    ZoneLauncher& launcher_;
};

}  // namespace heatlab::ghost
