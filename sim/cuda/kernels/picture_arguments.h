#pragma once

// No standard header here: this is compiled for the device too.

namespace heatlab::cuda {

/// A picture of the cells [row, end_row) x [col, end_col): `height` x `width` texels of `block` x
/// `block` cells each. `lanes` threads share a texel; a power of two, at most 32.
struct PictureArguments {
    int row;
    int col;
    int end_row;
    int end_col;
    int block;
    int width;
    int height;
    int lanes;
};

}  // namespace heatlab::cuda
