// The simulation advances inside two textures: the one on screen and the one before it. Reads go
// through the texture unit, whose caches follow two-dimensional neighbourhoods; writes go to the
// other texture's surface. Nothing is copied to be shown.
//
// The boundary ring is in both textures from the start and is never written.

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/update.h"

using namespace heatlab::cuda;

namespace {

/// The cell at (row, col), by point sampling: texel centres lie at half-integers.
__device__ __forceinline__ float texel(cudaTextureObject_t u, int row, int col) {
    return tex2D<float>(u, static_cast<float>(col) + 0.5f, static_cast<float>(row) + 0.5f);
}

}  // namespace

extern "C" __global__ void __launch_bounds__(256)
    heatlab_texture(cudaTextureObject_t u, cudaSurfaceObject_t next, FieldLayout layout, float r,
                    float centre_weight) {
    const int row = block_row() * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (!in_interior(layout, row, col)) {
        return;
    }
    store_texel(next, row, col,
                heatlab::updated_cell(texel(u, row - 1, col), texel(u, row, col + 1),
                                      texel(u, row + 1, col), texel(u, row, col - 1),
                                      texel(u, row, col), r, centre_weight));
}
