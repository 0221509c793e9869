// The plain kernel with everything that one pass over the field allows. Each thread updates four
// columns (two of float64) by three rows: it loads 16 bytes at a time, five rows for its three, all
// of them before the first is used, so that the memory always has work. The cells left and right of
// its own come from the neighbouring threads of the warp by shuffles; only the lanes at the warp's
// ends load them. What is left is the time of a copy.
//
// Blocks of 64 x 4 threads, so 256 x 12 cells (128 x 12). Rows are whole multiples of 16 bytes, so
// an access never crosses from one row into the next; what it moves beyond the grid's width belongs
// to nobody.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

constexpr int rows_per_thread = 3;
constexpr int columns_per_thread = cells_per_access;
constexpr int last_lane = 31;
constexpr unsigned everyone = 0xffffffffu;

/// A thread's cells of one row: one access.
struct alignas(16) Cells {
    Real at[columns_per_thread];
};

/// These and the cell on either side of them.
struct Piece {
    Real left;
    Cells cells;
    Real right;
};

__device__ __forceinline__ Cells load_cells(const Real* at) {
    return *reinterpret_cast<const Cells*>(at);
}

/// `cells` with its neighbours; the whole warp calls this. A neighbour outside the row is never
/// used, and not loaded.
__device__ __forceinline__ Piece with_sides(const Real* at, const Cells& cells, int col,
                                            int pitch) {
    const int lane = threadIdx.x % (last_lane + 1);
    Piece piece{__shfl_up_sync(everyone, cells.at[columns_per_thread - 1], 1), cells,
                __shfl_down_sync(everyone, cells.at[0], 1)};
    if (lane == 0) {
        piece.left = col > 0 ? at[-1] : Real{0};
    }
    if (lane == last_lane) {
        piece.right = col + columns_per_thread < pitch ? at[columns_per_thread] : Real{0};
    }
    return piece;
}

/// The cells after one step; those of the ring as they are.
__device__ __forceinline__ Cells advanced(const Cells& north, const Piece& here, const Cells& south,
                                          int col, int width, Real r, Real centre_weight) {
    const int last = width - 1 - col;  // where the right wall is, from this thread's first column
    Cells next;
#pragma unroll
    for (int i = 0; i < columns_per_thread; ++i) {
        const Real centre = here.cells.at[i];
        const Real east = i + 1 < columns_per_thread ? here.cells.at[i + 1] : here.right;
        const Real west = i > 0 ? here.cells.at[i - 1] : here.left;
        const Real updated =
            heatlab::updated_cell(north.at[i], east, south.at[i], west, centre, r, centre_weight);
        next.at[i] = (i == 0 && col == 0) || last == i ? centre : updated;
    }
    return next;
}

__device__ __forceinline__ void store_texels(cudaSurfaceObject_t texture, int row, int col,
                                             int width, const Cells& cells) {
    for (int i = 0; i < columns_per_thread && col + i < width; ++i) {
        store_texel(texture, row, col + i, cells.at[i]);
    }
}

template <bool to_texture>
__device__ __forceinline__ void advance_piece(const Real* __restrict__ u, Real* __restrict__ next,
                                              const FieldLayout& layout, Real r, Real centre_weight,
                                              cudaSurfaceObject_t texture) {
    const int first_row =
        (block_row() * static_cast<int>(blockDim.y) + threadIdx.y) * rows_per_thread;
    if (first_row >= layout.height) {
        return;  // a warp has one row, so all of it leaves
    }
    // Threads beyond the last column stay: the warp's shuffles need them.
    const int own_col = columns_per_thread * (blockIdx.x * blockDim.x + threadIdx.x);
    const bool stores = own_col < layout.pitch;
    const int col = stores ? own_col : 0;
    const int last_row = layout.height - 1;

    Cells rows[rows_per_thread + 2];
#pragma unroll
    for (int i = 0; i < rows_per_thread + 2; ++i) {
        const int row = min(max(first_row + i - 1, 0), last_row);
        rows[i] = load_cells(u + cell_index(layout, row, col));
    }
    Piece pieces[rows_per_thread];
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const int row = min(first_row + i, last_row);
        pieces[i] = with_sides(u + cell_index(layout, row, col), rows[i + 1], col, layout.pitch);
    }
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const int row = first_row + i;
        if (row > last_row || !stores) {
            return;
        }
        Cells cells = pieces[i].cells;
        if (row > 0 && row < last_row) {
            cells = advanced(rows[i], pieces[i], rows[i + 2], col, layout.width, r, centre_weight);
        }
        *reinterpret_cast<Cells*>(next + cell_index(layout, row, col)) = cells;
        if (to_texture) {
            store_texels(texture, row, col, layout.width, cells);
        }
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    heatlab_vector(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout, Real r,
                   Real centre_weight) {
    advance_piece<false>(u, next, layout, r, centre_weight, 0);
}

/// Stores the new cells into the display texture too, see global.cu.
extern "C" __global__ void __launch_bounds__(256)
    heatlab_vector_to_texture(const Real* __restrict__ u, Real* __restrict__ next,
                              FieldLayout layout, Real r, Real centre_weight,
                              cudaSurfaceObject_t texture) {
    advance_piece<true>(u, next, layout, r, centre_weight, texture);
}
