#pragma once

// How a field lies in device memory, as the host passes it to every kernel. No standard header
// here: this is compiled for the device too.

namespace heatlab::cuda {

/// Row-major cells of float or double, row 0 on top; rows start `pitch` cells apart (see layout_of
/// in sim/cuda/layout.h), so each starts on a line of 128 bytes or more. The cells between `width`
/// and `pitch` belong to nobody, nor do those of the rows that make `height` a multiple of 4.
///
/// A field of three dimensions is its slices after each other: slice z begins at row z *
/// slice_height. In one and two dimensions there is one slice of all rows.
struct FieldLayout {
    int width;
    int height;  ///< rows, of all slices
    int pitch;   ///< cells
    int slice_height;
    int dimensions;
};

}  // namespace heatlab::cuda
