#pragma once

#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {

/// Cells `range` of a grid of `width` cells in one dimension: `cells` and `out` are at the first of
/// them, and `cells` has one before and one behind them. The grid's two ends keep their values, and
/// so do the lanes behind the last.
template <bool Stream>
inline void update_line_packs(const float* cells, float* out, const CellRange& range, int width,
                              const UpdateWeights& weights) {
    for (int k = 0; k < range.count; k += lanes) {
        const Pack centre = Pack::load_unaligned(cells + k);
        const Pack updated = updated_line_cell(Pack::load_unaligned(cells + k - 1),
                                               Pack::load_unaligned(cells + k + 1), centre,
                                               weights.r, weights.centre_weight);
        const int first = range.first + k;
        if (first > 0 && first + lanes < width) {
            put<Stream>(updated, out + k);
            continue;
        }
        const Ints col = lane_numbers() + first;
        const Ints interior = (col > 0) & (col < width - 1);
        put<Stream>(Pack{interior ? updated.v : centre.v}, out + k);
    }
}

}  // namespace heatlab::HEATLAB_ISA
