#pragma once

#include "sim/ghost/cpu/levels.h"

namespace heatlab::HEATLAB_ISA {

/// What the 3x3 cells around column x amount to, from three rows of one slice.
template <typename A, typename Value>
inline auto part_at(const Value* const (&rows)[3], int x) {
    using Vector = typename VectorOf<Value>::Type;
    Vector cells[3][3];
    for (int row = 0; row < 3; ++row) {
        cells[row][0] = Vector::load_unaligned(rows[row] + x - 1);
        cells[row][1] = Vector::load(rows[row] + x);
        cells[row][2] = Vector::load_unaligned(rows[row] + x + 1);
    }
    return A::part(cells);
}

/// A slice of a level, from the three slices around it of the level before.
template <typename A>
inline void advance_slice(const TileTask& task, const Levels<typename A::Value, 3>& levels,
                          int level, int slice) {
    using Value = typename A::Value;
    using Vector = typename VectorOf<Value>::Type;
    const int slices[3] = {slice > 0 ? slice - 1 : 0, slice,
                           slice < task.depth - 1 ? slice + 1 : slice};
    const CellSpan rows = reached(task.rows, task.steps - level, task.height);
    for (int row = rows.first; row < rows.last; ++row) {
        const int north = row > 0 ? row - 1 : 0;
        const int south = row < task.height - 1 ? row + 1 : row;
        const Value* around[3][3];
        for (int z = 0; z < 3; ++z) {
            around[z][0] = levels.before(level, north, slices[z]);
            around[z][1] = levels.before(level, row, slices[z]);
            around[z][2] = levels.before(level, south, slices[z]);
        }
        const Value* const extra = A::has_source ? levels.extra(row, slice) : nullptr;
        const auto update = [&](int x) {
            Vector source(0);
            if constexpr (A::has_source)
                source = Vector::load(extra + x);
            return A::updated(part_at<A>(around[0], x), part_at<A>(around[1], x),
                              part_at<A>(around[2], x), source, task.coefficients);
        };
        const auto fetch = [&](int x) {
            fetch_ahead(around[2][1] + task.pitch * task.height + x);
            if constexpr (A::has_source)
                fetch_ahead(extra + task.pitch * task.height + x);
        };
        fill_row<Vector>(task, level, levels.after(level, row, slice), update, level == 1, fetch);
    }
}

/// A tile of three dimensions, as one of two: slice after slice, each level one behind the one
/// before it.
template <typename A>
void advance_block_tile(const TileTask& task) {
    const Levels<typename A::Value, 3> levels(task);
    const int begin = reached(task.slices, task.steps - 1, task.depth).first;
    const int end = task.slices.last + task.steps - 1;
    for (int front = begin; front < end; ++front) {
        for (int level = 1; level <= task.steps; ++level) {
            const CellSpan slices = reached(task.slices, task.steps - level, task.depth);
            const int slice = front - (level - 1);
            if (slice >= slices.first && slice < slices.last)
                advance_slice<A>(task, levels, level, slice);
        }
    }
}

}  // namespace heatlab::HEATLAB_ISA
