#pragma once

// No standard header here: this is compiled for the device too.

namespace heatlab::cuda {

/// Threads that reduce some texels together, at most.
constexpr int most_picture_columns = 256;

/// A picture of the cells [row, end_row) x [col, end_col): `height` x `width` texels of `block` x
/// `block` cells each. A group of threads makes `texels` neighbouring texels from their columns of
/// cells, `columns` (at most `most_picture_columns`) at a time: all of them at once, unless a
/// single block is wider.
struct PictureArguments {
    int row;
    int col;
    int end_row;
    int end_col;
    int block;
    int width;
    int height;
    int texels;
    int columns;
};

}  // namespace heatlab::cuda
