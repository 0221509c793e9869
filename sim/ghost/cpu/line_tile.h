#pragma once

#include "sim/ghost/cpu/levels.h"

namespace heatlab::HEATLAB_ISA {

/// A tile of one dimension: step after step over all its cells, which stay in the innermost cache.
template <typename A>
void advance_line_tile(const TileTask& task) {
    using Value = typename A::Value;
    using Vector = typename VectorOf<Value>::Type;
    const Levels<Value, 1> levels(task);
    for (int level = 1; level <= task.steps; ++level) {
        const Value* const cells = levels.before(level, 0, 0);
        const Value* const extra = A::has_source ? levels.extra(level - 1, 0) : nullptr;
        fill_row<Vector>(task, level, levels.after(level, 0, 0), [&](int x) {
            Vector source(0);
            if constexpr (A::has_source)
                source = Vector::load(extra + x);
            return A::updated(Vector::load_unaligned(cells + x - 1), Vector::load(cells + x),
                              Vector::load_unaligned(cells + x + 1), source, task.coefficients);
        });
    }
}

}  // namespace heatlab::HEATLAB_ISA
