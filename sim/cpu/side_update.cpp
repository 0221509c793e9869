#include "sim/cpu/side_update.h"

#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

/// Cells of one column, in as many rows as a pack has lanes.
struct alignas(64) ColumnCells {
    float cells[lanes] = {};

    Pack pack() const { return Pack::load(cells); }
};

/// Column `col` of rows [first_row, last_row): its cells are gathered, so that the update is that
/// of all other cells.
void update_column(const CpuLaunch& launch, const GridEnds& ends, int first_row, int last_row,
                   int col) {
    const UpdateWeights weights(launch);
    const int west = index_before(col, launch.width, ends.left);
    const int east = index_after(col, launch.width, ends.right);
    const auto cell = [&](int row, int column) {
        return launch.source[row * launch.pitch + column];
    };
    ColumnCells around[5];
    for (int begin = first_row; begin < last_row; begin += lanes) {
        const int count = last_row - begin < lanes ? last_row - begin : lanes;
        for (int k = 0; k < count; ++k) {
            const int row = begin + k;
            around[0].cells[k] = cell(index_before(row, launch.height, ends.top), col);
            around[1].cells[k] = cell(row, east);
            around[2].cells[k] = cell(index_after(row, launch.height, ends.bottom), col);
            around[3].cells[k] = cell(row, west);
            around[4].cells[k] = cell(row, col);
        }
        ColumnCells updated;
        updated_cell(around[0].pack(), around[1].pack(), around[2].pack(), around[3].pack(),
                     around[4].pack(), weights.r, weights.centre_weight)
            .store(updated.cells);
        for (int k = 0; k < count; ++k)
            launch.target[(begin + k) * launch.pitch + col] = updated.cells[k];
    }
}

/// The cells of `row`, the first or last one, that have neighbours on either side.
void update_row(const CpuLaunch& launch, const GridEnds& ends, int row) {
    RowStretch stretch = stretch_of(launch, row, 0);
    stretch.north = launch.source + index_before(row, launch.height, ends.top) * launch.pitch;
    stretch.south = launch.source + index_after(row, launch.height, ends.bottom) * launch.pitch;
    update_packs<false>(stretch, 0, packs_in(launch.width), launch.width, UpdateWeights(launch));
}

}  // namespace

void update_sides(const CpuLaunch& launch, const GridEnds& ends, int first_row, int last_row) {
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
