#pragma once

#include "sim/cuda/kernels/shared_memory.cuh"
#include "sim/cuda/kernels/wavefront/chain_layout.h"
#include "sim/update.h"

// Rows that pass through a warp and come out so many steps later as it has levels.

namespace heatlab::cuda::wavefront {

/// What a lane keeps between rows, for each of its warp's levels: its cells of the newest row, and
/// for each the sum of its northern and eastern neighbours, which were there before it is updated.
///
/// All of it stays in registers, so indices must be constants once loops are unrolled. Column
/// first: in this order ptxas (13.0) gives the two operands of an addition registers of different
/// banks; with levels first a third of them conflicted, and the kernel was 5 % slower.
template <typename Shape>
struct LaneState {
    typename Shape::Real cell[Shape::columns][Shape::levels];
    typename Shape::Real north_east[Shape::columns][Shape::levels];
};

/// Which cells a copy of the row body compares with walls: none, those of the outer columns, or
/// those of the outer rows too. Few segments have any. Not a copy for each side: warps of a
/// multiprocessor that run different copies displace each other's instructions from its cache.
enum class Walls { none, sides, all };

/// The same as a type, for a lambda to take.
template <Walls which>
struct With {
    static constexpr Walls walls = which;
};

/// The walls that this lane has, and the row that level 0 updates when the next row arrives.
struct LaneWalls {
    bool left;      ///< its first column is the grid's
    int right_col;  ///< that of its columns which is the grid's last one; -1: none
    int last_row;   ///< of the grid
    int row;
};

/// Whether column c of a lane stays as it is in `row`. Only a row's last four columns can be the
/// right wall, since strips begin at multiples of 4.
template <int columns, Walls walls>
__device__ __forceinline__ bool is_wall(const LaneWalls& lane, int c, int row) {
    bool fixed = false;
    if (walls != Walls::none && c == 0) {
        fixed = lane.left;
    }
    if (walls != Walls::none && c >= columns - 4) {
        fixed = fixed || lane.right_col == c;
    }
    if (walls == Walls::all) {
        fixed = fixed || row == 0 || row == lane.last_row;
    }
    return fixed;
}

/// The rows of a slot at `in`, a step for each level further into the slot at `out`; both are where
/// this lane's columns begin. Level t is one row behind level t - 1: with four levels the row that
/// leaves is four rows before the one that has come.
///
/// Columns are the outer loop and levels the inner one, so that a column's cell climbs all levels
/// and only what the next column needs stays in registers.
template <typename Shape, Walls walls>
__device__ __forceinline__ void advance_slot(LaneState<Shape>& state, unsigned in, unsigned out,
                                             typename Shape::Real r,
                                             typename Shape::Real centre_weight,
                                             const LaneWalls& lane) {
    using Real = typename Shape::Real;
    constexpr unsigned every_lane = 0xffffffffu;
    constexpr int columns = Shape::columns;
    constexpr int levels = Shape::levels;
    constexpr int access = Shape::access_cells;
    constexpr int accesses = columns / access;
    constexpr int row_bytes = Shape::row_bytes;
    Real next[access];
    load_shared(in, next);
#pragma unroll
    for (int i = 0; i < rows_per_slot; ++i) {
        const unsigned row_in = in + i * row_bytes;
        const unsigned row_out = out + i * row_bytes;
        Real west[levels];
        Real east_of_last[levels];
#pragma unroll
        for (int t = 0; t < levels; ++t) {
            west[t] = __shfl_up_sync(every_lane, state.cell[columns - 1][t], 1);
        }
#pragma unroll
        for (int q = 0; q < accesses; ++q) {
            Real cells[access];
#pragma unroll
            for (int j = 0; j < access; ++j) {
                cells[j] = next[j];
            }
            if (q + 1 < accesses) {
                load_shared(row_in + (q + 1) * 16, next);
            } else if (i + 1 < rows_per_slot) {
                load_shared(row_in + row_bytes, next);
            }
#pragma unroll
            for (int j = 0; j < access; ++j) {
                const int c = access * q + j;
                Real south = cells[j];
#pragma unroll
                for (int t = 0; t < levels; ++t) {
                    if (c == 0) {
                        east_of_last[t] = __shfl_down_sync(every_lane, south, 1);
                    }
                    const Real centre = state.cell[c][t];
                    // Also north + east of the cell one column to the left in the row that has
                    // come.
                    const Real west_south = west[t] + south;
                    Real updated = update_from_sums(state.north_east[c][t], west_south, centre, r,
                                                    centre_weight);
                    if (walls != Walls::none &&
                        is_wall<columns, walls>(lane, c, lane.row + i - t)) {
                        updated = centre;
                    }
                    if (c > 0) {
                        state.north_east[c - 1][t] = west_south;
                    }
                    west[t] = centre;
                    state.cell[c][t] = south;
                    south = updated;
                }
                cells[j] = south;
            }
            store_shared(row_out + q * 16, cells);
        }
#pragma unroll
        for (int t = 0; t < levels; ++t) {
            state.north_east[columns - 1][t] = west[t] + east_of_last[t];
        }
    }
}

}  // namespace heatlab::cuda::wavefront
