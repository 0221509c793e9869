#pragma once

#include <cstddef>

#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// Cells [first, last) of an axis.
struct CellSpan {
    int first;
    int last;
};

/// How the levels of a tile lie in its workspace: rows (slices) as far apart as keeps what is read
/// while a level is written away from it within a page (sim/cpu/page_distance.h).
struct KeptLevels {
    std::ptrdiff_t row = 0;    ///< cells from a row to the next; in one dimension, of two levels
    std::ptrdiff_t slice = 0;  ///< cells from a slice to the next; 0 where there are none
    std::ptrdiff_t cells = 0;  ///< of all levels, of any tile of a launch and of its tail
};

/// One tile of a launch on a processor: its output cells advance by `steps` steps, from source to
/// target. Arrays hold the application's values and begin at the grid's cell (0, 0, 0). Rows are
/// `pitch` cells apart and start at a multiple of 64 bytes; beside each row, at -1 and at `width`,
/// stands a copy of its outermost cell (the clamped edge), which launches keep.
struct TileTask {
    /// Vectors begin at columns that are multiples of it, whatever the instruction set: rows in the
    /// workspace have as many columns on either side to spare.
    static constexpr int column_group = 16;
    static constexpr int rows_kept = 3;  ///< of a level: what the next one reads

    const void* source = nullptr;
    void* target = nullptr;
    /// What the update reads beside its cells, with `pitch` too; null where it reads nothing.
    const void* extra = nullptr;
    std::ptrdiff_t extra_step = 0;  ///< cells to go on in it with each step, in one dimension
    int extra_rows = 0;             ///< after so many steps its first row comes again
    int extra_row = 0;              ///< the row at `extra`
    const float* coefficients = nullptr;
    std::ptrdiff_t pitch = 0;
    int width = 0;
    int height = 0;
    int depth = 0;
    CellSpan columns{};  ///< outputs
    CellSpan rows{};
    CellSpan slices{};
    int steps = 1;
    void* workspace = nullptr;  ///< of kept.cells values, aligned to 64 bytes
    KeptLevels kept;
};

using RunTile = void (*)(const TileTask& task);

/// Advances a tile of the application at `index` of application_table().
using FindTile = RunTile (*)(std::size_t index);

KeptLevels kept_levels(const Zone& zone, int dimensions);

}  // namespace heatlab::ghost
