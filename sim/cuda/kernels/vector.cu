// The plain kernel with everything that one pass over the field allows. Each thread updates four
// columns by three rows: it loads 16 bytes at a time, five rows for its three, all of them before
// the first is used, so that the memory always has work. The cells left and right of its four come
// from the neighbouring threads of the warp by shuffles; only the lanes at the warp's ends load
// them. What is left is the time of a copy.
//
// Blocks of 64 x 4 threads, so 256 x 12 cells. Rows are whole multiples of 16 bytes, so an access
// never crosses from one row into the next; what it moves beyond the grid's width belongs to
// nobody.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

constexpr int rows_per_thread = 3;
constexpr int columns_per_thread = 4;
constexpr int last_lane = 31;
constexpr unsigned everyone = 0xffffffffu;

/// Four cells of one row and the cell on either side of them.
struct Piece {
    float left;
    float4 cells;
    float right;
};

__device__ __forceinline__ float4 load_cells(const float* at) {
    return *reinterpret_cast<const float4*>(at);
}

/// `cells` with its neighbours; the whole warp calls this. A neighbour outside the row is never
/// used, and not loaded.
__device__ __forceinline__ Piece with_sides(const float* at, float4 cells, int col, int pitch) {
    const int lane = threadIdx.x % (last_lane + 1);
    Piece piece{__shfl_up_sync(everyone, cells.w, 1), cells,
                __shfl_down_sync(everyone, cells.x, 1)};
    if (lane == 0) {
        piece.left = col > 0 ? at[-1] : 0.0f;
    }
    if (lane == last_lane) {
        piece.right = col + columns_per_thread < pitch ? at[columns_per_thread] : 0.0f;
    }
    return piece;
}

/// The four cells after one step; those of the ring as they are.
__device__ __forceinline__ float4 advanced(float4 north, const Piece& here, float4 south, int col,
                                           int width, float r, float centre_weight) {
    using heatlab::updated_cell;
    const float4 u = here.cells;
    float4 next;
    next.x = updated_cell(north.x, u.y, south.x, here.left, u.x, r, centre_weight);
    next.y = updated_cell(north.y, u.z, south.y, u.x, u.y, r, centre_weight);
    next.z = updated_cell(north.z, u.w, south.z, u.y, u.z, r, centre_weight);
    next.w = updated_cell(north.w, here.right, south.w, u.z, u.w, r, centre_weight);
    const int last = width - 1 - col;  // where the right wall is, from this thread's first column
    next.x = col == 0 || last == 0 ? u.x : next.x;
    next.y = last == 1 ? u.y : next.y;
    next.z = last == 2 ? u.z : next.z;
    next.w = last == 3 ? u.w : next.w;
    return next;
}

__device__ __forceinline__ void store_texels(cudaSurfaceObject_t texture, int row, int col,
                                             int width, float4 cells) {
    const float values[columns_per_thread] = {cells.x, cells.y, cells.z, cells.w};
    for (int i = 0; i < columns_per_thread && col + i < width; ++i) {
        store_texel(texture, row, col + i, values[i]);
    }
}

template <bool to_texture>
__device__ __forceinline__ void advance_piece(const float* __restrict__ u, float* __restrict__ next,
                                              const FieldLayout& layout, float r,
                                              float centre_weight, cudaSurfaceObject_t texture) {
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

    float4 rows[rows_per_thread + 2];
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
        float4 cells = pieces[i].cells;
        if (row > 0 && row < last_row) {
            cells = advanced(rows[i], pieces[i], rows[i + 2], col, layout.width, r, centre_weight);
        }
        *reinterpret_cast<float4*>(next + cell_index(layout, row, col)) = cells;
        if (to_texture) {
            store_texels(texture, row, col, layout.width, cells);
        }
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    heatlab_vector(const float* __restrict__ u, float* __restrict__ next, FieldLayout layout,
                   float r, float centre_weight) {
    advance_piece<false>(u, next, layout, r, centre_weight, 0);
}

/// Stores the new cells into the display texture too, see global.cu.
extern "C" __global__ void __launch_bounds__(256)
    heatlab_vector_to_texture(const float* __restrict__ u, float* __restrict__ next,
                              FieldLayout layout, float r, float centre_weight,
                              cudaSurfaceObject_t texture) {
    advance_piece<true>(u, next, layout, r, centre_weight, texture);
}
