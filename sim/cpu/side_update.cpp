#include "sim/cpu/side_update.h"

#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

/// Column `col` of rows [first_row, last_row): cells are gathered into packs, so that the update is
/// that of all others.
void update_column(const Launch& launch, const GridEnds& ends, int first_row, int last_row,
                   int col) {
    const UpdateWeights weights(launch);
    const int west_col = index_before(col, launch.width, ends.left);
    const int east_col = index_after(col, launch.width, ends.right);
    alignas(64) Real own[lanes + 2] = {};  // with the row before and the row after
    alignas(64) Real west[lanes] = {};
    alignas(64) Real east[lanes] = {};
    alignas(64) Real updated[lanes];
    for (int begin = first_row; begin < last_row; begin += lanes) {
        const int count = last_row - begin < lanes ? last_row - begin : lanes;
        const int before = index_before(begin, launch.height, ends.top);
        const int after = index_after(begin + count - 1, launch.height, ends.bottom);
        own[0] = launch.source[before * launch.pitch + col];
        own[count + 1] = launch.source[after * launch.pitch + col];
        const Real* row = launch.source + begin * launch.pitch;
        for (int k = 0; k < count; ++k, row += launch.pitch) {
            own[k + 1] = row[col];
            west[k] = row[west_col];
            east[k] = row[east_col];
        }
        updated_cell(Pack::load(own), Pack::load(east), Pack::load_unaligned(own + 2),
                     Pack::load(west), Pack::load_unaligned(own + 1), weights.r,
                     weights.centre_weight)
            .store(updated);
        Real* out = launch.target + begin * launch.pitch + col;
        for (int k = 0; k < count; ++k, out += launch.pitch)
            *out = updated[k];
    }
}

/// The cells of `row`, the first or last one, that have neighbours on either side.
void update_row(const Launch& launch, const GridEnds& ends, int row) {
    RowStretch stretch = stretch_of(launch, row, 0);
    stretch.north = launch.source + index_before(row, launch.height, ends.top) * launch.pitch;
    stretch.south = launch.source + index_after(row, launch.height, ends.bottom) * launch.pitch;
    update_packs<false>(stretch, 0, packs_in(launch.width), launch.width, UpdateWeights(launch));
}

}  // namespace

void update_sides(const Launch& launch, const GridEnds& ends, int first_row, int last_row) {
    if (first_row == 0)
        update_row(launch, ends, 0);
    if (last_row == launch.height && launch.height > 1)
        update_row(launch, ends, launch.height - 1);
    const int last_col = launch.width - 1;
    if (is_updated(0, launch.width, ends.left, ends.right))
        update_column(launch, ends, first_row, last_row, 0);
    if (last_col > 0 && is_updated(last_col, launch.width, ends.left, ends.right))
        update_column(launch, ends, first_row, last_row, last_col);
}

}  // namespace heatlab::HEATLAB_ISA
