#include "sim/cpu/box_update.h"

namespace heatlab::HEATLAB_ISA {
namespace {

// Three slices of a tile of so many floats stay in an inner cache while it marches.
constexpr std::ptrdiff_t tile_floats = 16 * 1024;

template <bool Stream>
void march(const Launch& launch, int first_row, int last_row) {
    const UpdateWeights weights(launch);
    const int height = launch.slice_height;
    const auto rows = static_cast<int>(tile_floats / launch.pitch);
    const int tile_rows = rows > 4 ? rows : 4;
    for (int tile = 0; tile < height; tile += tile_rows) {
        const int tile_end = tile + tile_rows < height ? tile + tile_rows : height;
        for (int slice = first_row / height; slice * height < last_row; ++slice) {
            const int begin = slice * height + tile;
            const int end = slice * height + tile_end;
            for (int row = begin > first_row ? begin : first_row; row < end && row < last_row;
                 ++row)
                if (is_inner_row(launch, row))
                    update_box_row<Stream>(launch, row, weights);
        }
    }
}

}  // namespace

/// Three dimensions: tiles of a few rows march through the slices, so that what a slice has read of
/// the next is still in an inner cache when that one is updated.
void tiled_3d(const Launch& launch, int first_row, int last_row) {
    if (!launch.stream)
        return march<false>(launch, first_row, last_row);
    march<true>(launch, first_row, last_row);
    finish_streaming();
}

}  // namespace heatlab::HEATLAB_ISA
