#pragma once

#include "sim/cuda/kernels/resident/row_exchange.cuh"
#include "sim/update.h"

// One step of a warp's rows, in place.

namespace heatlab::cuda::resident {

/// Whether a lane updates the tile's outermost columns: the first one, and the last one that the
/// grid has there. The latter is column `columns - 4 + wall` of a lane; those behind it are no
/// cells.
struct LaneColumns {
    bool first;
    bool last;
};

template <int wall, int columns>
__device__ __forceinline__ void update_row(float (&row)[columns],
                                           const float (&north_east)[columns],
                                           const float (&west_south)[columns], float r,
                                           float centre_weight, const LaneColumns& updates) {
#pragma unroll
    for (int c = 0; c < columns; ++c) {
        const bool is_first = c == 0;
        const bool is_last = c == columns - 4 + wall;
        if ((!is_first || updates.first) && (!is_last || updates.last)) {
            row[c] = update_from_sums(north_east[c], west_south[c], row[c], r, centre_weight);
        }
    }
}

/// west + south of each column of `row`, where `below` is the row after it; also north + east of
/// the cells of `below` one column to the left.
template <int columns>
__device__ __forceinline__ void diagonal_sums(float (&sums)[columns], float west_of_first,
                                              const float (&row)[columns],
                                              const float (&below)[columns]) {
    sums[0] = west_of_first + below[0];
#pragma unroll
    for (int c = 1; c < columns; ++c) {
        sums[c] = row[c - 1] + below[c];
    }
}

/// From the sums of the row above.
template <int columns>
__device__ __forceinline__ void shift_sums(float (&north_east)[columns],
                                           const float (&west_south)[columns], float last) {
#pragma unroll
    for (int c = 0; c + 1 < columns; ++c) {
        north_east[c] = west_south[c + 1];
    }
    north_east[columns - 1] = last;
}

/// The inner rows first: they need nothing of other warps. The lowest row follows when the warp
/// below has shown its first one, the highest row at the end.
template <int wall, int columns, int rows, int warps>
__device__ __forceinline__ void advance_rows(float (&u)[rows][columns],
                                             RowExchange<columns, warps>& exchange, bool has_above,
                                             bool has_below, float r, float centre_weight,
                                             const LaneColumns& updates) {
    constexpr unsigned every_lane = 0xffffffffu;
    exchange.show(u[0], u[rows - 1]);
    const float east_of_first_row = __shfl_down_sync(every_lane, u[0][0], 1);
    float first_west_south[columns];
    diagonal_sums(first_west_south, __shfl_up_sync(every_lane, u[0][columns - 1], 1), u[0], u[1]);
    float west = __shfl_up_sync(every_lane, u[1][columns - 1], 1);
    float north_east[columns];
    shift_sums(north_east, first_west_south,
               u[0][columns - 1] + __shfl_down_sync(every_lane, u[1][0], 1));
#pragma unroll
    for (int i = 1; i + 1 < rows; ++i) {
        const float next_west = __shfl_up_sync(every_lane, u[i + 1][columns - 1], 1);
        const float next_east = __shfl_down_sync(every_lane, u[i + 1][0], 1);
        float west_south[columns];
        diagonal_sums(west_south, west, u[i], u[i + 1]);
        const float last = u[i][columns - 1] + next_east;
        update_row<wall>(u[i], north_east, west_south, r, centre_weight, updates);
        shift_sums(north_east, west_south, last);
        west = next_west;
    }
    if (has_below) {
        float below[columns];
        exchange.see_below(below);
        float west_south[columns];
        diagonal_sums(west_south, west, u[rows - 1], below);
        update_row<wall>(u[rows - 1], north_east, west_south, r, centre_weight, updates);
    }
    if (has_above) {
        float above[columns];
        exchange.see_above(above);
#pragma unroll
        for (int c = 0; c < columns; ++c) {
            north_east[c] = above[c] + (c + 1 < columns ? u[0][c + 1] : east_of_first_row);
        }
        update_row<wall>(u[0], north_east, first_west_south, r, centre_weight, updates);
    }
    exchange.end_step();
}

}  // namespace heatlab::cuda::resident
