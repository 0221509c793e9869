#pragma once

#include "sim/ghost/cpu/levels.h"

namespace heatlab::HEATLAB_ISA {

/// A row of a level, from the three rows around it of the level before.
template <typename A>
inline void advance_row(const TileTask& task, const Levels<typename A::Value, 2>& levels, int level,
                        int row) {
    using Value = typename A::Value;
    using Vector = typename VectorOf<Value>::Type;
    const Value* const north = levels.before(level, row > 0 ? row - 1 : 0, 0);
    const Value* const centre = levels.before(level, row, 0);
    const Value* const south = levels.before(level, row < task.height - 1 ? row + 1 : row, 0);
    const Value* const extra = A::has_source ? levels.extra(row, 0) : nullptr;
    const auto update = [&](int x) {
        Vector source(0);
        if constexpr (A::has_source)
            source = Vector::load(extra + x);
        return A::updated(Vector::load(centre + x), Vector::load(north + x),
                          Vector::load_unaligned(centre + x + 1), Vector::load(south + x),
                          Vector::load_unaligned(centre + x - 1), source, task.coefficients);
    };
    const auto fetch = [&](int x) {
        fetch_ahead(south + task.pitch + x);
        if constexpr (A::has_source)
            fetch_ahead(extra + task.pitch + x);
    };
    fill_row<Vector>(task, level, levels.after(level, row, 0), update, level == 1, fetch);
}

/// A tile of two dimensions, from its first row to its last: each level follows the one before it
/// by one row, so that of each only three rows are needed, and these stay in the innermost caches
/// however tall the tile is.
template <typename A>
void advance_plane_tile(const TileTask& task) {
    const Levels<typename A::Value, 2> levels(task);
    const int begin = reached(task.rows, task.steps - 1, task.height).first;
    const int end = task.rows.last + task.steps - 1;
    for (int front = begin; front < end; ++front) {
        for (int level = 1; level <= task.steps; ++level) {
            const CellSpan rows = reached(task.rows, task.steps - level, task.height);
            const int row = front - (level - 1);
            if (row >= rows.first && row < rows.last)
                advance_row<A>(task, levels, level, row);
        }
    }
}

}  // namespace heatlab::HEATLAB_ISA
