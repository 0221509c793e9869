#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

// Narrow enough that a tile's rows stay in the inner caches, wide enough that the processor's
// fetching ahead, which starts anew with each row of a tile, still pays.
constexpr int tile_cells = 3072;

template <bool Stream>
void update_tiles(const Launch& launch, int first_row, int last_row) {
    const UpdateWeights weights(launch);
    const int packs = packs_in(launch.width);
    constexpr int tile_packs = tile_cells / lanes;
    for (int first = 0; first < packs; first += tile_packs) {
        const int last = first + tile_packs < packs ? first + tile_packs : packs;
        for (int row = first_row; row < last_row; ++row) {
            update_packs<Stream>(stretch_of(launch, row, first), first, last, launch.width,
                                 weights);
        }
    }
}

}  // namespace

/// Column by column of tiles, so that each row of a tile is still in an inner cache when the rows
/// above and below it need it.
void tiled(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return update_tiles<false>(launch, first_row, last_row);
    update_tiles<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
