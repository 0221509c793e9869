#pragma once

#include "sim/cpu/wavefront/conversion.h"
#include "sim/cpu/wavefront/strip_task.h"
#include "sim/cpu/wavefront/sweep.h"

// The walls keep their values through all levels, so they are written over what the sweeps make of
// them, from the source's ring. They also cut off what the sweeps compute outside the grid: nothing
// passes a wall.

namespace heatlab::HEATLAB_ISA {

/// Where a column of the grid is in a strip at one level.
struct WallColumn {
    int vector = -1;  ///< -1: not in this strip
    int lane = 0;
    const float* values = nullptr;  ///< in row 0 of the grid; the next row is `pitch` floats on
};

inline WallColumn wall_column(const StripTask& task, int grid_column, int level) {
    const int column = grid_column + level - task.first_column;
    if (column < 0 || column >= task.vectors * lanes)
        return {};
    return {column % task.vectors, column / task.vectors, task.launch.source + grid_column};
}

/// `first_row`: the grid's row of the block's first one, which may lie outside.
inline void hold_wall_column(const StripTask& task, const WallColumn& wall, const LevelRows& rows,
                             int first_row) {
    if (wall.vector < 0)
        return;
    for (int k = 0; k < batch_rows; ++k) {
        const int y = first_row + k;
        if (y < 0 || y >= task.launch.height)
            continue;
        rows.row(k)[wall.vector * lanes + wall.lane] = wall.values[y * task.launch.pitch];
    }
}

/// As above, in eight packs of one vector that is not in the block.
inline void hold_wall_column(const StripTask& task, const WallColumn& wall, int vector,
                             float* packs, int first_row) {
    if (wall.vector != vector)
        return;
    for (int k = 0; k < batch_rows; ++k) {
        packs[k * lanes + wall.lane] = wall.values[(first_row + k) * task.launch.pitch];
    }
}

/// The top or bottom wall where the batch has it; `line` is scratch for one row.
inline void hold_wall_rows(const StripTask& task, const LevelRows& rows, int first_row, int level,
                           float* line) {
    const int width = task.launch.width;
    const int columns = task.vectors * lanes;
    for (int k = 0; k < batch_rows; ++k) {
        const int y = first_row + k;
        if (y != 0 && y != task.launch.height - 1)
            continue;
        const float* wall = task.launch.source + y * task.launch.pitch;
        for (int c = 0; c < columns; ++c) {
            const int grid_column = task.first_column - level + c;
            line[c] = grid_column >= 0 && grid_column < width ? wall[grid_column] : 0.0f;
        }
        transpose_row(line, task.vectors, rows.row(k));
    }
}

}  // namespace heatlab::HEATLAB_ISA
