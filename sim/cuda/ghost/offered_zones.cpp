#include "sim/cuda/ghost/offered_zones.h"

#include <algorithm>
#include <array>
#include <string>

#include "sim/errors.h"

namespace heatlab::ghost {

// 64x64 with eight rows per thread and three blocks on a multiprocessor was the fastest of two
// dimensions on an H200, 16x16x16 of three. Beyond the largest k given here a tile's ghost zone is
// most of it, and no grid gains by it.
std::span<const OfferedTile> offered_tiles(int dimensions) {
    static const std::array<OfferedTile, 3> lines{{{{256, 1, 1}, 1, 32, {1, 4, 16, 32}},
                                                   {{512, 1, 1}, 1, 32, {1, 4, 16, 32}},
                                                   {{1024, 1, 1}, 1, 32, {1, 4, 16, 32}}}};
    static const std::array<OfferedTile, 3> plates{{{{64, 64, 1}, 8, 16, {1, 2, 4, 8}},
                                                    {{64, 32, 1}, 4, 12, {1, 2, 4, 8}},
                                                    {{32, 32, 1}, 4, 12, {1, 2, 4, 8}}}};
    static const std::array<OfferedTile, 3> blocks{
        {{{16, 16, 16}, 1, 6, {1, 2, 4}}, {{32, 8, 8}, 1, 3, {1, 2}}, {{8, 8, 8}, 1, 3, {1, 2}}}};
    if (dimensions == 1)
        return lines;
    if (dimensions == 2)
        return plates;
    return blocks;
}

std::span<const TileShape> offered_shapes(int dimensions) {
    static const auto all = [] {
        std::array<std::vector<TileShape>, 3> shapes;
        for (int of = 1; of <= 3; ++of)
            for (const OfferedTile& offered : offered_tiles(of))
                shapes[static_cast<std::size_t>(of - 1)].push_back(offered.tile);
        return shapes;
    }();
    return all[static_cast<std::size_t>(dimensions - 1)];
}

const OfferedTile& find_offered_tile(const Application& application, const TileShape& tile) {
    const auto tiles = offered_tiles(application.dimensions);
    const auto found = std::ranges::find(tiles, tile, &OfferedTile::tile);
    if (found != tiles.end())
        return *found;
    std::string names;
    for (const OfferedTile& offered : tiles)
        names += (names.empty() ? "" : ", ") + tile_text(offered.tile, application.dimensions);
    throw InputError("--tile", tile_text(tile, application.dimensions),
                     "CUDA offers " + names + " for " + std::string(application.name));
}

void check_offered(const Application& application, const Zone& zone) {
    const OfferedTile& offered = find_offered_tile(application, zone.tile);
    if (zone.steps < 1 || zone.steps > offered.most_steps)
        throw InputError("--k", std::to_string(zone.steps),
                         "from 1 to " + std::to_string(offered.most_steps) + " for tiles of " +
                             tile_text(zone.tile, application.dimensions));
}

}  // namespace heatlab::ghost
