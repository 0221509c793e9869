#include "sim/ghost/applications.h"
#include "sim/ghost/cpu/block_tile.h"
#include "sim/ghost/cpu/line_tile.h"
#include "sim/ghost/cpu/plane_tile.h"

namespace heatlab::HEATLAB_ISA {
namespace {

template <typename A>
constexpr ghost::RunTile advance_of() {
    if constexpr (A::dimensions == 1)
        return advance_line_tile<A>;
    else if constexpr (A::dimensions == 2)
        return advance_plane_tile<A>;
    else
        return advance_block_tile<A>;
}

template <typename... Listed>
ghost::RunTile among(ghost::ApplicationList<Listed...>, std::size_t index) {
    constexpr ghost::RunTile all[] = {advance_of<Listed>()...};
    return all[index];
}

}  // namespace

ghost::RunTile advance_tile_of(std::size_t index);
ghost::RunTile advance_tile_of(std::size_t index) {
    return among(ghost::AllApplications{}, index);
}

}  // namespace heatlab::HEATLAB_ISA
