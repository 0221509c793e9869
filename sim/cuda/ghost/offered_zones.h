#pragma once

#include <span>
#include <vector>

#include "sim/ghost/application.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// A tile that the CUDA engine offers, and how a block of threads shares it.
struct OfferedTile {
    TileShape tile;
    int rows_per_thread = 1;  ///< in two dimensions; slices are walked through in three
    int most_steps = 1;       ///< the largest k
    /// The k of the kernels that are built into the program, ascending from 1.
    std::vector<int> built_in_steps;

    /// One thread per column of `rows_per_thread` rows.
    int threads_across() const { return tile.width; }
    int threads_down() const { return tile.height / rows_per_thread; }
};

/// For applications of so many dimensions, the preferred tile first.
std::span<const OfferedTile> offered_tiles(int dimensions);

/// Their shapes alone.
std::span<const TileShape> offered_shapes(int dimensions);

/// Throws InputError (argument "--tile") naming those that are offered.
const OfferedTile& find_offered_tile(const Application& application, const TileShape& tile);

/// Throws InputError (argument "--k") for a k that the tile does not offer.
void check_offered(const Application& application, const Zone& zone);

}  // namespace heatlab::ghost
