#pragma once

#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// Output columns of a tile whose rows, ghost cells included, have `side`: whole groups
/// (TileTask::column_group) where few are lost by that. Then no two threads write to one line of
/// memory.
int output_columns(int side, int steps);

/// The tiles of a launch: which cells each of them has as outputs. Counted along x first.
class TileGrid {
public:
    /// Throws InputError (argument "--tile") for a zone that leaves no output cell, and (argument
    /// "--grid") where an int does not count the tiles.
    TileGrid(GridSize grid, const Zone& zone);

    int tiles() const { return tiles_; }
    /// Sets the outputs of `task` to those of a tile.
    void place(int tile, TileTask& task) const;

private:
    struct Axis {
        int cells = 1;
        int inner = 1;  ///< outputs of a tile
        int tiles = 1;

        CellSpan outputs(int tile) const;
    };
    static Axis axis(int cells, int inner);

    Axis x_;
    Axis y_;
    Axis z_;
    int tiles_;
};

}  // namespace heatlab::ghost
