#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/cpu/thread_team.h"
#include "sim/ghost/application.h"
#include "sim/ghost/cpu/tile_grid.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/tiled_cells.h"
#include "sim/ghost/cpu/zone_launcher.h"
#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// What launches took, of a few.
struct PartTimes {
    double seconds = 0;         ///< the sum over a launch's tiles, the lower quartile
    std::vector<double> paces;  ///< of each thread: see CpuCalibration; empty where one had no tile
};

/// Times tiles in launches over cells that lie in memory, or in the caches as far as these hold
/// them.
class PartTimer {
public:
    /// Of cells of a grid `largest`, and, where the application reads a row with each step, of
    /// `source_rows` rows. Throws std::bad_alloc.
    PartTimer(const Application& application, RunTile advance, ThreadTeam& team,
              ZoneLauncher& launcher, GridSize largest, int source_rows);

    /// Times launches on a part of the cells, no wider nor higher than the grid, all threads being
    /// at work. Throws std::logic_error for a part that is larger than the grid.
    PartTimes times(GridSize part, const Zone& zone);

private:
    /// Launches until they do not grow faster, or 4 ms have passed: a cache takes several to keep
    /// what it can.
    void settle(const TileGrid& tiles, const Zone& zone, const std::function<TileTask()>& task);

    /// Where a launch finds so many cells of a source that has a row for each step: always others,
    /// so that they come from memory as they do when steps go on.
    const void* source_of_launch(const TileTask& task, std::int64_t cells);

    const Application& application_;
    RunTile advance_;
    ThreadTeam& team_;
    ZoneLauncher& launcher_;
    TiledCells cells_;
    int source_rows_;
    std::int64_t source_read_ = 0;  ///< cells of it, since its beginning
};

/// Tiles of `steps` steps whose outputs are those of tiles of one step.
Zone enlarged(const TileShape& tile, int steps);

}  // namespace heatlab::ghost
