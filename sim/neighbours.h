#pragma once

// Where a cell at the end of an axis finds its neighbours. Compiled for the device too: no standard
// header here.

#include "sim/update.h"

namespace heatlab {

/// How an axis of `cells` cells ends. At most one of the two is true; neither: fixed, so that the
/// outermost cells are never updated and their neighbours never asked for.
struct AxisEnd {
    bool insulated;
    bool periodic;
};

/// Index of the neighbour before cell `i`.
HEATLAB_UPDATE int index_before(int i, int cells, AxisEnd first) {
    if (i > 0)
        return i - 1;
    return first.periodic ? cells - 1 : 0;
}

/// Index of the neighbour after cell `i`.
HEATLAB_UPDATE int index_after(int i, int cells, AxisEnd last) {
    if (i < cells - 1)
        return i + 1;
    return last.periodic ? 0 : cells - 1;
}

/// Whether the update reads something beyond this end: the cell itself, or the other end.
HEATLAB_UPDATE bool is_open(AxisEnd end) {
    return end.insulated || end.periodic;
}

/// Whether the update changes cell `i` of an axis.
HEATLAB_UPDATE bool is_updated(int i, int cells, AxisEnd first, AxisEnd last) {
    return (i > 0 || is_open(first)) && (i < cells - 1 || is_open(last));
}

}  // namespace heatlab
