#pragma once

#include "sim/cuda/kernels/device_grid.cuh"
#include "sim/cuda/kernels/picture_arguments.h"

namespace heatlab::cuda {

/// What a group of threads makes of a picture: neighbouring texels of one row from the cells
/// [first_row, end_row) x [first_col, end_col). The threads lie side by side, one column of cells
/// each; a thread puts together the texel of the columns [block_col, block_end), if there is one
/// for it, else of none.
struct PictureGroup {
    int texel_row;
    int texel_col;
    int first_row;
    int end_row;
    int first_col;
    int end_col;
    int block_col;
    int block_end;
    bool makes_texel;
};

/// Whether this group has texels at all: the same for all of its threads.
__device__ __forceinline__ bool has_texels(const PictureArguments& picture) {
    return block_row() < picture.height;
}

__device__ __forceinline__ PictureGroup picture_group(const PictureArguments& picture) {
    PictureGroup group;
    const int thread = threadIdx.x;
    const int first_texel = blockIdx.x * picture.texels;
    group.texel_row = block_row();
    group.texel_col = first_texel + thread;
    group.first_row = picture.row + group.texel_row * picture.block;
    group.end_row = min(group.first_row + picture.block, picture.end_row);
    group.first_col = picture.col + first_texel * picture.block;
    group.end_col = min(group.first_col + picture.texels * picture.block, picture.end_col);
    group.makes_texel = thread < picture.texels && group.texel_col < picture.width;
    group.block_col = group.makes_texel ? group.first_col + thread * picture.block : group.end_col;
    group.block_end =
        group.makes_texel ? min(group.block_col + picture.block, group.end_col) : group.end_col;
    return group;
}

}  // namespace heatlab::cuda
