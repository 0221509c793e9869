#include "sim/cpu/box_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <bool Stream>
void update_rows(const Launch& launch, int first_row, int last_row) {
    const UpdateWeights weights(launch);
    for (int row = first_row; row < last_row; ++row)
        if (is_inner_row(launch, row))
            update_box_row<Stream>(launch, row, weights);
}

}  // namespace

/// Three dimensions, plainly: row by row and slice by slice, seven loads a cell.
void global_3d(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return update_rows<false>(launch, first_row, last_row);
    update_rows<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
