#include "sim/cpu/row_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

constexpr int tile_cells = 2048;
constexpr int tile_packs = tile_cells / lanes;

/// Three rows of the field after the first step, for one tile and a pack on either side of it. Row
/// i lies in slot i mod 3.
class Window {
public:
    Window(const Launch& launch, int first, int last)
        : launch_(launch),
          weights_(launch),
          halo_first_(first > 0 ? first - 1 : 0),
          halo_last_(last < packs_in(launch.width) ? last + 1 : last),
          offset_(first - halo_first_) {
        // Read beside the walls, where there is no halo, and then dropped.
        for (auto& row : cells_) {
            Pack::broadcast(0).store(row);
            Pack::broadcast(0).store(row + (1 - offset_ + halo_last_ - halo_first_) * lanes);
        }
    }

    /// Takes the first step of `row`; rows of the ring stay as they are.
    void fill(int row) {
        RowStretch stretch = stretch_of(launch_, row, halo_first_);
        stretch.out = slot(row) + (1 - offset_) * lanes;
        if (row > 0 && row < launch_.height - 1) {
            update_packs<false>(stretch, halo_first_, halo_last_, launch_.width, weights_);
            return;
        }
        const int packs = halo_last_ - halo_first_;
        for (int pack = 0; pack < packs; ++pack) {
            Pack::load(stretch.centre + pack * lanes).store(stretch.out + pack * lanes);
        }
    }

    /// Cells of `row` after the first step, from the tile's first pack on.
    const Real* tile(int row) { return slot(row) + lanes; }

private:
    Real* slot(int row) { return cells_[row % 3]; }

    const Launch& launch_;
    UpdateWeights weights_;
    int halo_first_;
    int halo_last_;
    int offset_;  ///< packs of the left halo: none at the left wall
    // A pack more than the halo at the end, for the neighbour that the last lane reads.
    alignas(64) Real cells_[3][tile_cells + 4 * lanes];
};

template <bool Stream>
void update_tile(const Launch& launch, int first_row, int last_row, int first, int last) {
    const UpdateWeights weights(launch);
    Window window(launch, first, last);
    window.fill(first_row - 1);
    window.fill(first_row);
    for (int row = first_row; row < last_row; ++row) {
        window.fill(row + 1);
        const RowStretch stretch{window.tile(row - 1), window.tile(row), window.tile(row + 1),
                                 stretch_of(launch, row, first).out};
        update_packs<Stream>(stretch, first, last, launch.width, weights);
    }
}

template <bool Stream>
void update_tiles(const Launch& launch, int first_row, int last_row) {
    const int packs = packs_in(launch.width);
    for (int first = 0; first < packs; first += tile_packs) {
        const int last = first + tile_packs < packs ? first + tile_packs : packs;
        update_tile<Stream>(launch, first_row, last_row, first, last);
    }
}

}  // namespace

/// Two steps in one pass over memory: of the field in between, three rows of a tile exist at a
/// time.
void two_step(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return update_tiles<false>(launch, first_row, last_row);
    update_tiles<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
