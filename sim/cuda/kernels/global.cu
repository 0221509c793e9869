// The plain kernel: one thread per cell reads its five cells from global memory. Neighbouring
// threads read the same cells, and it is the caches that turn five loads into little more than one.
// Cells of the ring are stored as they were read, so that every warp stores whole lines.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

template <bool to_texture>
__device__ __forceinline__ void advance_cell(const Real* __restrict__ u, Real* __restrict__ next,
                                             const FieldLayout& layout, Real r, Real centre_weight,
                                             cudaSurfaceObject_t texture) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (!in_grid(layout, row, col)) {
        return;
    }
    const size_t cell = cell_index(layout, row, col);
    Real value = u[cell];
    if (in_interior(layout, row, col)) {
        value = heatlab::updated_cell(u[cell - layout.pitch], u[cell + 1], u[cell + layout.pitch],
                                      u[cell - 1], value, r, centre_weight);
    }
    next[cell] = value;
    if (to_texture) {
        store_texel(texture, row, col, value);
    }
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    heatlab_global(const Real* __restrict__ u, Real* __restrict__ next, FieldLayout layout, Real r,
                   Real centre_weight) {
    advance_cell<false>(u, next, layout, r, centre_weight, 0);
}

/// The same step, for the last launch before the field is shown: the new cells go into the display
/// texture too, instead of being copied there afterwards.
extern "C" __global__ void __launch_bounds__(256)
    heatlab_global_to_texture(const Real* __restrict__ u, Real* __restrict__ next,
                              FieldLayout layout, Real r, Real centre_weight,
                              cudaSurfaceObject_t texture) {
    advance_cell<true>(u, next, layout, r, centre_weight, texture);
}
