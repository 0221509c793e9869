#pragma once

// How the kernel `wavefront` divides its work, for the kernel and for the planner on the host. No
// standard header here: this is compiled for the device too.

namespace heatlab::cuda::wavefront {

/// A warp takes so many steps while a row passes through it.
inline constexpr int levels_per_warp = 4;
/// Warps hand rows on by so many at a time: a slot.
inline constexpr int rows_per_slot = 4;

/// Slots of the three kinds of rings in shared memory: from the field to the first warp, from a
/// warp to the next, from the last warp to the field.
inline constexpr int input_slots = 3;
inline constexpr int stage_slots = 2;
inline constexpr int output_slots = 1;

/// Columns that each of a warp's 32 lanes holds, in the two variants of the kernel. A quarter of
/// them is odd: then the lanes' accesses of 16 bytes to a row meet every bank equally often.
inline constexpr int narrow_columns = 12;
inline constexpr int wide_columns = 20;
/// Warps of a block at most: more would leave a thread too few registers.
inline constexpr int most_narrow_warps = 6;
inline constexpr int most_wide_warps = 8;

/// Sizes in shared memory, for a number of columns per lane.
template <int columns>
struct SlotLayout {
    static constexpr int strip_columns = 32 * columns;
    static constexpr int row_bytes = 4 * strip_columns;
    /// Behind a slot's rows: rows have come, and the slot is free again.
    static constexpr int full_barrier = rows_per_slot * row_bytes;
    static constexpr int free_barrier = full_barrier + 8;
    /// Rows stay on lines of 128 bytes.
    static constexpr int slot_bytes = full_barrier + 128;
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
