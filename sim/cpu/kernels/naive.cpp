#include "sim/cpu/line_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <bool Stream>
void update_line(const Launch& launch, int first, int last) {
    const CellRange range = cells_of_stretches(launch, first, last);
    update_line_packs<Stream>(launch.source + range.first, launch.target + range.first, range,
                              launch.width, UpdateWeights(launch));
}

}  // namespace

/// One dimension, plainly: three loads a cell, sharing left to the caches.
void naive(const Launch& launch, int first, int last) {
    if (!launch.stream)
        return update_line<false>(launch, first, last);
    update_line<true>(launch, first, last);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
