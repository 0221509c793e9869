#pragma once

// How the kernel `resident` divides the field, for the kernel and for the planner on the host. No
// standard header here: this is compiled for the device too.

namespace heatlab::cuda::resident {

/// The cells that a block keeps in registers: 32 lanes of `columns` by `warps` of `rows`, from row
/// `first_row` and column `first_col` on (a multiple of 4). It owns those in rows [first_own_row,
/// end_own_row) and columns [first_own_col, end_own_col), multiples of 4 again; the others are a
/// halo around them. The tile's outermost rows and columns are never updated: at the grid's sides
/// they are walls, elsewhere they lie outside the halo.
struct Tile {
    int first_row;
    int first_col;
    int first_own_row;
    int end_own_row;
    int first_own_col;
    int end_own_col;
    int neighbours[8];  ///< tiles around this one, any order; -1: none
};

/// Shapes of a tile that the kernel is compiled for. Registers bound rows times columns, shared
/// memory and latency the rest.
struct TileShape {
    int columns;
    int rows;
    int warps;

    constexpr int width() const { return 32 * columns; }
    constexpr int height() const { return rows * warps; }
};

/// Dynamic shared memory of a block: two rows of each warp, twice, and two barriers.
constexpr int exchange_bytes(const TileShape& shape) {
    return 2 * shape.warps * (2 * 4 * shape.width() + 8);
}

/// Flags of tiles lie on lines of their own.
inline constexpr int flag_stride = 32;

inline constexpr TileShape shape_2048{8, 11, 16};  ///< up to about 2048 x 2048 on an H200
inline constexpr TileShape shape_1024{4, 13, 8};
inline constexpr TileShape shape_512{4, 8, 8};

}  // namespace heatlab::cuda::resident
