#pragma once

#include <cstdint>
#include <optional>

#include "sim/cpu/grid_buffer.h"
#include "sim/cpu/thread_team.h"
#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/problem.h"

namespace heatlab::ghost {

/// A problem in memory as tiles want it (see TileTask): two arrays of cells, one of a
/// source, and a copy of its start.
class TiledCells {
public:
    /// Throws InputError (argument "--grid") where memory does not hold it.
    TiledCells(const Problem& problem, ThreadTeam& team);
    /// Zeros, for measurements: cells, and a source of `source_rows` rows (0: of the grid's).
    /// Throws std::bad_alloc.
    TiledCells(const Application& application, GridSize grid, int source_rows, ThreadTeam& team);

    const Application& application() const { return *application_; }
    GridSize grid() const { return grid_; }
    Cells read_back(ThreadTeam& team) const;
    /// The cells that the problem starts with again.
    void restart(ThreadTeam& team);
    /// After a launch: its target is the next one's source.
    void swap() { std::swap(current_, other_); }
    /// All of a tile's task but its outputs, steps and workspace, in a launch that begins after
    /// step `step`.
    TileTask task(std::int64_t step);

private:
    const Application* application_;
    GridSize grid_;
    Cells start_;
    GridBuffer current_;
    GridBuffer other_;
    std::optional<GridBuffer> source_;
    int source_rows_;  ///< that steps read in turn; 0: the whole source in each of them
    Coefficients coefficients_{};
};

}  // namespace heatlab::ghost
