#pragma once

#include <functional>

#include "sim/cpu/thread_team.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/tiled_cells.h"
#include "sim/ghost/cpu/zone_launcher.h"
#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// Times tiles in launches over cells that lie in memory, or in the caches as far as these hold
/// them.
class PartTimer {
public:
    /// Of cells of a grid `largest`, and, where the application reads a row with each step, of
    /// `source_rows` rows. Throws std::bad_alloc.
    PartTimer(const Application& application, RunTile advance, ThreadTeam& team,
              ZoneLauncher& launcher, GridSize largest, int source_rows);

    /// What a thread takes for a vector (see TileVolume) in launches on a part of the cells, no
    /// wider nor higher than the grid, all threads being at work. Seconds: of a launch the mean
    /// over its tiles, of a few launches the lower quartile. Throws std::logic_error for a part
    /// that is larger than the grid.
    double vector_seconds(GridSize part, const Zone& zone, double row_vectors);

private:
    /// Launches until they do not grow faster, or 4 ms have passed: a cache takes several to keep
    /// what it can.
    void settle(const TileGrid& tiles, const Zone& zone, const std::function<TileTask()>& task);

    const Application& application_;
    RunTile advance_;
    ThreadTeam& team_;
    ZoneLauncher& launcher_;
    TiledCells cells_;
    int source_rows_;
};

/// Tiles of `steps` steps whose outputs are those of tiles of one step.
Zone enlarged(const TileShape& tile, int steps);

}  // namespace heatlab::ghost
