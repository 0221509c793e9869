// A field that stays in registers for a whole batch of steps. The grid is divided into as many
// tiles as there are multiprocessors; a block keeps one, each of its warps some rows, each lane
// some columns of those. Within the block warps show each other their outermost rows at each step
// (resident/row_exchange.cuh). Between blocks tiles overlap by a halo of k cells, which goes wrong
// by one cell a step; so every k steps each block writes the frame of k cells that its neighbours
// need, and reads theirs, through the second-level cache.
//
// Blocks wait for their neighbours, so all must run at once: a cooperative launch.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/resident/tile.h"
#include "sim/cuda/kernels/resident/tile_step.cuh"

using namespace heatlab::cuda;
using namespace heatlab::cuda::resident;

namespace {

__device__ __forceinline__ void set_flag(int* flag, int value) {
    asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ __forceinline__ int read_flag(const int* flag) {
    int value;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    return value;
}

/// Which 16-byte pieces of a thread's rows it writes for others and reads from them: a bit per row.
template <int quads>
struct Frames {
    unsigned written[quads];
    unsigned read[quads];
};

template <int quads, int rows>
__device__ __forceinline__ Frames<quads> frames_of(const Tile& tile, const FieldLayout& layout,
                                                   int first_row, int first_col, int halo) {
    Frames<quads> frames;
#pragma unroll
    for (int q = 0; q < quads; ++q) {
        const int col = first_col + 4 * q;
        const bool own_col = col >= tile.first_own_col && col < tile.end_own_col;
        const bool side_col = col < tile.first_own_col + halo || col + 4 > tile.end_own_col - halo;
        const bool near_col = col + 4 > tile.first_own_col - halo && col < tile.end_own_col + halo;
        frames.written[q] = 0;
        frames.read[q] = 0;
#pragma unroll 1
        for (int i = 0; i < rows; ++i) {
            const int row = first_row + i;
            const bool own = own_col && row >= tile.first_own_row && row < tile.end_own_row;
            const bool side =
                side_col || row < tile.first_own_row + halo || row >= tile.end_own_row - halo;
            const bool near = near_col && row >= max(tile.first_own_row - halo, 0) &&
                              row < min(tile.end_own_row + halo, layout.height);
            frames.written[q] |= (own && side ? 1u : 0u) << i;
            frames.read[q] |= (near && !own ? 1u : 0u) << i;
        }
    }
    return frames;
}

/// One block's tile, as a warp sees it.
struct Place {
    const Tile* tile;
    FieldLayout layout;
    int first_row;
    int first_col;

    __device__ __forceinline__ size_t cell() const {
        return static_cast<size_t>(static_cast<long long>(first_row) * layout.pitch + first_col);
    }
};

template <int columns, int rows>
__device__ __forceinline__ void load_rows(float (&u)[rows][columns], const float* field,
                                          const Place& place) {
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const int row = min(max(place.first_row + i, 0), place.layout.height - 1);
        const float* const at = field + cell_index(place.layout, row, place.first_col);
#pragma unroll
        for (int q = 0; q < columns / 4; ++q) {
            const float4 cells = __ldcg(reinterpret_cast<const float4*>(at + 4 * q));
            u[i][4 * q] = cells.x;
            u[i][4 * q + 1] = cells.y;
            u[i][4 * q + 2] = cells.z;
            u[i][4 * q + 3] = cells.w;
        }
    }
}

/// Those pieces whose bit is set.
template <int columns, int rows>
__device__ __forceinline__ void store_pieces(const float (&u)[rows][columns], float* field,
                                             const Place& place,
                                             const unsigned (&pieces)[columns / 4]) {
    float* at = field + place.cell();
#pragma unroll
    for (int i = 0; i < rows; ++i) {
#pragma unroll
        for (int q = 0; q < columns / 4; ++q) {
            if ((pieces[q] >> i) & 1) {
                __stcg(reinterpret_cast<float4*>(at + 4 * q),
                       make_float4(u[i][4 * q], u[i][4 * q + 1], u[i][4 * q + 2], u[i][4 * q + 3]));
            }
        }
        at += place.layout.pitch;
        // Opaque: one pointer that moves, instead of one for each row in registers.
        asm volatile("" : "+l"(at));
    }
}

template <int columns, int rows>
__device__ __forceinline__ void load_pieces(float (&u)[rows][columns], const float* field,
                                            const Place& place,
                                            const unsigned (&pieces)[columns / 4]) {
    const float* at = field + place.cell();
#pragma unroll
    for (int i = 0; i < rows; ++i) {
#pragma unroll
        for (int q = 0; q < columns / 4; ++q) {
            if ((pieces[q] >> i) & 1) {
                const float4 cells = __ldcg(reinterpret_cast<const float4*>(at + 4 * q));
                u[i][4 * q] = cells.x;
                u[i][4 * q + 1] = cells.y;
                u[i][4 * q + 2] = cells.z;
                u[i][4 * q + 3] = cells.w;
            }
        }
        at += place.layout.pitch;
        asm volatile("" : "+l"(at));
    }
}

/// All of the block's frame is written: says so, and waits until the neighbours' are.
__device__ __forceinline__ void meet_neighbours(const Tile& tile, int* flags, int exchange) {
    __syncthreads();
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0) {
            __threadfence();
            set_flag(flags + blockIdx.x * flag_stride, exchange);
        }
        if (threadIdx.x < 8) {
            const int neighbour = tile.neighbours[threadIdx.x];
            if (neighbour >= 0) {
                while (read_flag(flags + neighbour * flag_stride) - exchange < 0) {
                }
                __threadfence();
            }
        }
    }
    __syncthreads();
}

/// What a warp needs for its steps beside its cells.
template <int columns, int warps>
struct Steps {
    RowExchange<columns, warps> exchange;
    bool has_above;
    bool has_below;
    float r;
    float centre_weight;
    LaneColumns updates;

    template <int wall, int rows>
    __device__ __forceinline__ void take(float (&u)[rows][columns], int steps) {
#pragma unroll 1
        for (int step = 0; step < steps; ++step) {
            advance_rows<wall>(u, exchange, has_above, has_below, r, centre_weight, updates);
        }
    }
    /// A copy of the loop for each column that the right wall may be: then a column is updated or
    /// not without an instruction more.
    template <int rows>
    __device__ __forceinline__ void take(float (&u)[rows][columns], int steps, int wall) {
        switch (wall) {
            case 0:
                return take<0>(u, steps);
            case 1:
                return take<1>(u, steps);
            case 2:
                return take<2>(u, steps);
            default:
                return take<3>(u, steps);
        }
    }
};

template <int columns, int rows, int warps>
__device__ __forceinline__ void run_tile(float* u0, float* u1, const FieldLayout& layout, float r,
                                         float centre_weight, const Tile* tiles, int* flags,
                                         int first_exchange, int halo, int steps) {
    constexpr int quads = columns / 4;
    extern __shared__ __align__(128) unsigned char shared[];
    __shared__ Frames<quads> frames[32 * warps];
    const int lane = threadIdx.x % 32;
    const int warp = __shfl_sync(0xffffffffu, threadIdx.x / 32, 0);
    unsigned rings = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    asm volatile("" : "+r"(rings));
    Steps<columns, warps> tile_steps{
        {rings, warp, lane}, warp > 0, warp < warps - 1, r, centre_weight, {lane != 0, lane != 31}};

    const Tile* tile = tiles + blockIdx.x;
    const auto place = [&] {
        // Opaque: read again when it is needed, not kept in registers over all steps.
        asm volatile("" : "+l"(tile));
        return Place{tile, layout, tile->first_row + warp * rows, tile->first_col + lane * columns};
    };
    {
        const Place here = place();
        frames[threadIdx.x] =
            frames_of<quads, rows>(*tile, layout, here.first_row, here.first_col, halo);
    }
    float u[rows][columns];
    load_rows(u, u0, place());

    float* from = u0;
    float* to = u1;
    for (int number = first_exchange;; ++number) {
        const int together = min(halo, steps);
        tile_steps.take(u, together, (layout.width - 1) % 4);
        steps -= together;
        if (steps == 0) {
            break;
        }
        store_pieces(u, to, place(), frames[threadIdx.x].written);
        meet_neighbours(*tile, flags, number);
        load_pieces(u, to, place(), frames[threadIdx.x].read);
        float* const swapped = from;
        from = to;
        to = swapped;
    }
    const Place here = place();
    unsigned own[quads];
#pragma unroll
    for (int q = 0; q < quads; ++q) {
        const int col = here.first_col + 4 * q;
        own[q] = 0;
#pragma unroll 1
        for (int i = 0; i < rows; ++i) {
            const int row = here.first_row + i;
            const bool owned = col >= tile->first_own_col && col < tile->end_own_col &&
                               row >= tile->first_own_row && row < tile->end_own_row;
            own[q] |= (owned ? 1u : 0u) << i;
        }
    }
    store_pieces(u, to, here, own);
}

}  // namespace

// `u0` holds the field; afterwards it is in the other buffer, or in `u0` if the number of
// exchanges, (steps - 1) / halo, is odd. Flags only ever grow: exchanges are numbered from
// `first_exchange` on, which is greater than any before.
#define HEATLAB_RESIDENT(name, shape)                                                             \
    extern "C" __global__ void __launch_bounds__(32 * shape.warps, 1) name(                       \
        float* u0, float* u1, FieldLayout layout, float r, float centre_weight,                   \
        const Tile* __restrict__ tiles, int* flags, int first_exchange, int halo, int steps) {    \
        run_tile<shape.columns, shape.rows, shape.warps>(u0, u1, layout, r, centre_weight, tiles, \
                                                         flags, first_exchange, halo, steps);     \
    }

HEATLAB_RESIDENT(heatlab_resident, shape_2048)
HEATLAB_RESIDENT(heatlab_resident_1024, shape_1024)
HEATLAB_RESIDENT(heatlab_resident_512, shape_512)
