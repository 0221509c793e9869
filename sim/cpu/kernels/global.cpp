#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <bool Stream>
void update_rows(const Launch& launch, int first_row, int last_row) {
    const UpdateWeights weights(launch);
    for (int row = first_row; row < last_row; ++row) {
        update_packs<Stream>(stretch_of(launch, row, 0), 0, packs_in(launch.width), launch.width,
                             weights);
    }
}

}  // namespace

/// The plain vectorised kernel: row by row, five loads a cell, sharing left to the caches.
void global(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return update_rows<false>(launch, first_row, last_row);
    update_rows<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
