// The plain kernel of one dimension: one thread per cell reads its cell and both neighbours from
// global memory. A warp's 32 cells are four sectors of 32 bytes; moved by one cell they are five.
// So a warp asks for 5 + 4 + 5 sectors and writes 4.
//
// The two ends keep their values. They have a store of their own, as they would where someone
// writes down the cases one after the other.

#include "sim/cuda/kernels/field_layout.h"
#include "sim/update.h"

using namespace heatlab::cuda;

extern "C" __global__ void __launch_bounds__(256)
    heatlab_naive(const float* __restrict__ u, float* __restrict__ next, FieldLayout layout,
                  float r, float centre_weight) {
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= layout.width) {
        return;
    }
    if (cell == 0 || cell == layout.width - 1) {
        next[cell] = u[cell];
    } else {
        next[cell] =
            heatlab::updated_line_cell(u[cell - 1], u[cell + 1], u[cell], r, centre_weight);
    }
}
