#pragma once

// How the kernel `wavefront` divides its work, for the kernel and for the planner on the host. No
// standard header here: this is compiled for the device too.

namespace heatlab::cuda::wavefront {

/// Warps hand rows on by so many at a time: a slot.
inline constexpr int rows_per_slot = 4;

/// Slots of the three kinds of rings in shared memory: from the field to the first warp, from a
/// warp to the next, from the last warp to the field.
inline constexpr int input_slots = 3;
inline constexpr int stage_slots = 2;
inline constexpr int output_slots = 1;

/// Bytes of a slot whose rows have so many: rows stay on lines of 128 bytes, and there is room for
/// two barriers behind them.
constexpr int slot_bytes_of(int row_bytes) {
    return rows_per_slot * row_bytes + 128;
}

/// What a variant of the kernel is compiled for: cells of float or double, so many columns in each
/// of a warp's 32 lanes, so many levels (steps that a warp takes while a row passes through it).
/// `columns_` times the cell's bytes is an odd multiple of 16: then the lanes' accesses of 16 bytes
/// to a row meet every bank equally often.
template <typename Real_, int columns_, int levels_>
struct LaneShape {
    using Real = Real_;
    static constexpr int columns = columns_;
    static constexpr int levels = levels_;
    static constexpr int cell_bytes = static_cast<int>(sizeof(Real));
    static constexpr int access_cells = 16 / cell_bytes;
    static constexpr int lane_bytes = cell_bytes * columns;
    static_assert(lane_bytes / 16 % 2 == 1 && lane_bytes % 16 == 0);

    // A slot in shared memory.
    static constexpr int strip_columns = 32 * columns;
    static constexpr int row_bytes = 32 * lane_bytes;
    /// Behind a slot's rows: rows have come, and the slot is free again.
    static constexpr int full_barrier = rows_per_slot * row_bytes;
    static constexpr int free_barrier = full_barrier + 8;
    static constexpr int slot_bytes = slot_bytes_of(row_bytes);
};

/// The two variants of the kernel for each type of cells: what their lanes hold, and how many warps
/// a block has. More warps would leave a thread too few registers.
template <typename Real>
struct Variants;

template <>
struct Variants<float> {
    /// Blocks of any length, of which several share a multiprocessor.
    using First = LaneShape<float, 12, 4>;
    static constexpr int most_first_warps = 6;
    static constexpr int first_blocks = 2;  ///< of that size on a multiprocessor
    /// Wide strips, which overlap less; one block on a multiprocessor, and shorter ones would leave
    /// most of it unused.
    using Second = LaneShape<float, 20, 4>;
    static constexpr int most_second_warps = 8;
    static constexpr int fewest_second_warps = 8;
};

template <>
struct Variants<double> {
    using First = LaneShape<double, 10, 4>;
    static constexpr int most_first_warps = 8;
    static constexpr int first_blocks = 1;
    /// Fewer levels: a pass takes fewer steps, and strips overlap less. Steps are a multiple of a
    /// slot's rows with 4 and with 8 warps.
    using Second = LaneShape<double, 10, 3>;
    static constexpr int most_second_warps = 8;
    static constexpr int fewest_second_warps = 4;
};

constexpr int slots_of_chain(int warps) {
    return input_slots + (warps - 1) * stage_slots + output_slots;
}

/// What a chain does without interruption: it computes the cells of rows [first_row, end_row) and
/// columns [first_stored_col, end_stored_col) after the steps of a pass. The strip that it reads
/// begins at `first_col`, and its rows at `first_source_row`. All are multiples of 4, the size of a
/// slot and of an access: beyond the grid's last row and column a few cells are read and stored
/// that belong to nobody. Cells of the walls are stored as they were read.
struct Segment {
    int first_col;
    int first_source_row;  ///< as many rows before `first_row` as steps; 0 where there are fewer
    int slots;             ///< that come in; those behind the grid's end without rows
    int first_row;
    int end_row;
    int first_stored_col;
    int end_stored_col;
    int left_wall;       ///< 1 where the strip's first column is the grid's
    int right_wall_col;  ///< which of the last lane's columns is the grid's last; -1: none
};

}  // namespace heatlab::cuda::wavefront
