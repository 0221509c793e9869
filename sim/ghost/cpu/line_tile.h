#pragma once

#include "sim/ghost/cpu/levels.h"

namespace heatlab::HEATLAB_ISA {

/// A tile of one dimension: step after step over all its cells, which stay in the innermost cache.
template <typename A>
void advance_line_tile(const TileTask& task) {
    using Value = typename A::Value;
    using Vector = typename VectorOf<Value>::Type;
    const Levels<Value, 1> levels(task);
    // What the next tile begins with. In tiles of one step a processor sees as much by itself.
    const bool fetches = task.steps > 1;
    const int to_next = task.columns.last - task.columns.first;
    const Value* const next_cells = levels.before(1, 0, 0) + to_next;
    const auto row_of_extra = [&](int step) {
        const int row = task.extra_row + step;
        const int from_first = row < task.extra_rows ? row : row - task.extra_rows;
        return levels.extra(0, 0) + (from_first - task.extra_row) * task.extra_step;
    };
    const Value* const next_extra = A::has_source ? row_of_extra(0) + to_next : nullptr;
    for (int level = 1; level <= task.steps; ++level) {
        const bool last = level == task.steps;
        const Value* const cells = levels.before(level, 0, 0);
        const Value* const extra = A::has_source ? row_of_extra(level - 1) : nullptr;
        const Value* const later_extra = A::has_source && !last ? row_of_extra(level) : next_extra;
        const auto update = [&](int x) {
            Vector source(0);
            if constexpr (A::has_source) {
                source = Vector::load(extra + x);
                if (fetches)
                    fetch_ahead(later_extra + x);
            }
            return A::updated(Vector::load_unaligned(cells + x - 1), Vector::load(cells + x),
                              Vector::load_unaligned(cells + x + 1), source, task.coefficients);
        };
        fill_row<Vector>(task, level, levels.after(level, 0, 0), update, last && fetches,
                         [&](int x) { fetch_ahead(next_cells + x); });
    }
}

}  // namespace heatlab::HEATLAB_ISA
