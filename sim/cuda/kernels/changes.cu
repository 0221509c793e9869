// Mean of the four neighbours - u of a rectangle of updated cells, row after row, for a spectrum.

#include "sim/change.h"
#include "sim/cuda/kernels/changes_arguments.h"
#include "sim/cuda/kernels/neighbour_cells.cuh"

using namespace heatlab::cuda;

extern "C" __global__ void __launch_bounds__(256)
    gather_changes(const float* __restrict__ u, FieldLayout layout, GridEnds ends,
                   ChangesArguments cells, float* __restrict__ changes) {
    const int y = block_row() * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= cells.height || x >= cells.width) {
        return;
    }
    const int row = cells.row + y;
    const int col = cells.col + x;
    const NeighbourCells beside = neighbours_of(u, layout, ends, row, col);
    changes[static_cast<size_t>(y) * cells.width + x] = heatlab::change_from_quarters(
        0.25f * beside.north, 0.25f * beside.east, 0.25f * beside.south, 0.25f * beside.west,
        u[cell_index(layout, row, col)]);
}
