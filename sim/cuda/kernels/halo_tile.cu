// A block of 256 threads fetches its 256 cells into shared memory, each thread one of them; its
// first and last thread fetch a cell of the halo too: 258 cells. Behind the barrier every thread
// finds its neighbours there. A warp asks for its own four sectors and stores four, and a block for
// two more: 8.25 a warp, where the plain kernel has 18.
//
// Near the ends loads and the store are guarded, never the barrier: every thread of a block must
// reach it.

#include "sim/cuda/kernels/field_layout.h"
#include "sim/update.h"

using namespace heatlab::cuda;

/// Dynamic shared memory: a float for each thread of the block and two more.
extern "C" __global__ void __launch_bounds__(256)
    heatlab_halo_tile(const float* __restrict__ u, float* __restrict__ next, FieldLayout layout,
                      float r, float centre_weight) {
    extern __shared__ float tile[];
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    const int x = threadIdx.x + 1;
    if (cell < layout.width) {
        tile[x] = u[cell];
    }
    if (threadIdx.x == 0 && cell > 0) {
        tile[0] = u[cell - 1];
    }
    if (threadIdx.x == blockDim.x - 1 && cell + 1 < layout.width) {
        tile[x + 1] = u[cell + 1];
    }
    __syncthreads();

    if (cell >= layout.width) {
        return;
    }
    float value = tile[x];
    if (cell > 0 && cell < layout.width - 1) {
        value = heatlab::updated_line_cell(tile[x - 1], tile[x + 1], value, r, centre_weight);
    }
    next[cell] = value;
}
