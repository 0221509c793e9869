#include "sim/cuda/resident/tile_plan.h"

#include <algorithm>
#include <cstdint>

namespace heatlab::cuda {
namespace {

using resident::Tile;
using resident::TileShape;

/// Cells of an access: tiles begin at multiples of them in columns.
constexpr int access = 4;

constexpr int round_up(int value, int unit) {
    return (value + unit - 1) / unit * unit;
}

/// Tiles along one axis.
struct Division {
    std::vector<int> first;  ///< cell of each tile
    std::vector<int> own;    ///< first own cell of each, and the end
    int halo = 0;            ///< the deepest that the overlaps allow; 0: they do not meet
};

/// `count` tiles of `size` cells, evenly from 0 to `end`, the first and the last at the ends;
/// firsts and own parts at multiples of `unit`. Of a tile's last cells `unused` are never right. A
/// tile's outermost cells are right before a step and no longer after it, so a halo may reach them.
Division divide(int end, int size, int count, int unit, int unused) {
    Division division;
    const int last = end - size;
    if (last < 0 || count < 2) {
        return division;
    }
    for (int t = 0; t < count; ++t) {
        const auto even = static_cast<int>(std::int64_t{last} * t / (count - 1));
        division.first.push_back(t == count - 1 ? last : even / unit * unit);
    }
    constexpr int deepest = 64;
    int halo = deepest;
    division.own.push_back(0);
    for (int t = 1; t < count; ++t) {
        const auto at = static_cast<std::size_t>(t);
        const int begin = division.first[at];
        const int before_end = division.first[at - 1] + size - unused;
        const int middle = round_up((begin + before_end) / 2 - unit / 2, unit);
        halo = std::min({halo, before_end - middle, middle - begin});
        division.own.push_back(middle);
    }
    division.own.push_back(end);
    for (std::size_t t = 0; t + 1 < division.own.size(); ++t) {
        // What a neighbour needs is one tile's own.
        halo = std::min(halo, division.own[t + 1] - division.own[t] - unused);
    }
    division.halo = std::max(halo, 0);
    return division;
}

std::vector<Tile> tiles_of(const Division& columns, const Division& rows) {
    const int across = static_cast<int>(columns.first.size());
    const int down = static_cast<int>(rows.first.size());
    std::vector<Tile> tiles;
    for (int y = 0; y < down; ++y) {
        for (int x = 0; x < across; ++x) {
            const auto row = static_cast<std::size_t>(y);
            const auto col = static_cast<std::size_t>(x);
            Tile tile{rows.first[row],
                      columns.first[col],
                      rows.own[row],
                      rows.own[row + 1],
                      columns.own[col],
                      columns.own[col + 1],
                      {}};
            int* neighbour = tile.neighbours;
            for (int dy = -1; dy <= 1; ++dy) {
                for (int dx = -1; dx <= 1; ++dx) {
                    if (dy != 0 || dx != 0) {
                        const bool inside =
                            y + dy >= 0 && y + dy < down && x + dx >= 0 && x + dx < across;
                        *neighbour++ = inside ? (y + dy) * across + x + dx : -1;
                    }
                }
            }
            tiles.push_back(tile);
        }
    }
    return tiles;
}

}  // namespace

std::optional<TilePlan> plan_tiles(GridSize grid, const TileShape& shape, int most_tiles) {
    // The last lane's column that lies on the right wall is never updated; those behind it are no
    // cells.
    const int end = round_up(grid.width, access);
    const int unused = end - grid.width;
    Division best_columns;
    Division best_rows;
    int best = 0;
    for (int across = 2; across <= most_tiles / 2; ++across) {
        const Division columns = divide(end, shape.width(), across, access, unused);
        for (int down = 2; columns.halo > best && across * down <= most_tiles; ++down) {
            const Division rows = divide(grid.height, shape.height(), down, 1, 0);
            const int halo = std::min(columns.halo, rows.halo);
            if (halo > best) {
                best = halo;
                best_columns = columns;
                best_rows = rows;
            }
        }
    }
    if (best == 0) {
        return std::nullopt;
    }
    return TilePlan{shape, static_cast<int>(best_columns.first.size()),
                    static_cast<int>(best_rows.first.size()), best,
                    tiles_of(best_columns, best_rows)};
}

// A fit to measured steps (docs/resident.md).
double resident_step_seconds(const TilePlan& plan) {
    constexpr double fixed = 0.05e-6;
    constexpr double cell_of_lane = 0.735e-9;
    constexpr double exchange = 3.1e-6;
    const int cells = plan.shape.columns * plan.shape.height();
    return fixed + cell_of_lane * cells + exchange / plan.halo;
}

}  // namespace heatlab::cuda
