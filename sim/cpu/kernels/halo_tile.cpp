#include "sim/cpu/line_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

constexpr int tile_cells = 256;

/// A tile with a halo cell at each end, and room for the vectors that reach beyond it.
struct Tile {
    alignas(64) float memory[lanes + tile_cells + 2 * lanes];
    float* cells() { return memory + lanes; }
};

void load_tile(const Launch& launch, int first, int count, Tile& tile) {
    const float* from = launch.source + first;
    for (int k = 0; k < count; k += lanes)
        Pack::load(from + k).store(tile.cells() + k);
    // The halo. Beyond the grid's ends there is padding, which no updated cell reads.
    tile.cells()[-1] = from[-1];
    tile.cells()[count] = from[count];
}

template <bool Stream>
void update_tiles(const Launch& launch, int first, int last) {
    const UpdateWeights weights(launch);
    const CellRange range = cells_of_stretches(launch, first, last);
    Tile tile{};
    for (int done = 0; done < range.count; done += tile_cells) {
        const int left = range.count - done;
        const CellRange cells{range.first + done, left < tile_cells ? left : tile_cells};
        load_tile(launch, cells.first, cells.count, tile);
        update_line_packs<Stream>(tile.cells(), launch.target + cells.first, cells, launch.width,
                                  weights);
    }
}

}  // namespace

/// One dimension, as a GPU's block does it: 256 cells and a halo cell at each end are copied to
/// memory of its own, which the update then reads. What the cache does anyway, done by hand.
void halo_tile(const Launch& launch, int first, int last) {
    if (!launch.stream)
        return update_tiles<false>(launch, first, last);
    update_tiles<true>(launch, first, last);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
