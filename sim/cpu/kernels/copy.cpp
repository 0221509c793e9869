#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <bool Stream>
void copy_cells(const Launch& launch, std::ptrdiff_t first, int cells) {
    const Real* from = launch.source + first;
    Real* to = launch.target + first;
    for (int pack = 0; pack < packs_in(cells); ++pack, from += lanes, to += lanes)
        put<Stream>(Pack::load(from), to);
}

template <bool Stream>
void copy_rows(const Launch& launch, int first_row, int last_row) {
    if (launch.line) {
        const CellRange range = cells_of_stretches(launch, first_row, last_row);
        return copy_cells<Stream>(launch, range.first, range.count);
    }
    for (int row = first_row; row < last_row; ++row)
        copy_cells<Stream>(launch, row * launch.pitch, launch.width);
}

}  // namespace

void copy(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return copy_rows<false>(launch, first_row, last_row);
    copy_rows<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
