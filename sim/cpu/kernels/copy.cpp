#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <bool Stream>
void copy_rows(const CpuLaunch& launch, int first_row, int last_row) {
    const int packs = packs_in(launch.width);
    for (int row = first_row; row < last_row; ++row) {
        const float* from = launch.source + row * launch.pitch;
        float* to = launch.target + row * launch.pitch;
        for (int pack = 0; pack < packs; ++pack, from += lanes, to += lanes) {
            put<Stream>(Pack::load(from), to);
        }
    }
}

}  // namespace

void copy(const CpuLaunch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return copy_rows<false>(launch, first_row, last_row);
    copy_rows<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
