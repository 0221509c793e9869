#pragma once

#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {

/// As `updated_pack`, with the rows of the slices above and below.
inline Pack updated_box_pack(const RowStretch& row, std::ptrdiff_t to_down, std::ptrdiff_t at,
                             const UpdateWeights& weights) {
    return updated_box_cell(
        Pack::load_unaligned(row.north + at), Pack::load_unaligned(row.centre + at + 1),
        Pack::load_unaligned(row.south + at), Pack::load_unaligned(row.centre + at - 1),
        Pack::load_unaligned(row.centre + at - to_down),
        Pack::load_unaligned(row.centre + at + to_down), Pack::load_unaligned(row.centre + at),
        weights.r, weights.centre_weight);
}

/// Row `row` of memory, which lies inside the walls of an inner slice; its first and last cells
/// keep their values.
template <bool Stream>
inline void update_box_row(const Launch& launch, int row, const UpdateWeights& weights) {
    const RowStretch stretch = stretch_of(launch, row, 0);
    const std::ptrdiff_t to_down = launch.slice_height * launch.pitch;
    for (int col = 0; col < launch.width; col += lanes) {
        const Pack updated = updated_box_pack(stretch, to_down, col, weights);
        if (col > 0 && col + lanes < launch.width) {
            put<Stream>(updated, stretch.out + col);
            continue;
        }
        const Ints columns = lane_numbers() + col;
        const Ints interior = (columns > 0) & (columns < launch.width - 1);
        const Pack kept = Pack::load_unaligned(stretch.centre + col);
        put<Stream>(Pack{interior ? updated.v : kept.v}, stretch.out + col);
    }
}

/// Whether a row of memory, in an inner slice, lies inside its walls.
inline bool is_inner_row(const Launch& launch, int row) {
    const int in_slice = row % launch.slice_height;
    return in_slice > 0 && in_slice < launch.slice_height - 1;
}

}  // namespace heatlab::HEATLAB_ISA
