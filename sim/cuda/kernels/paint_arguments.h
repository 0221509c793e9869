#pragma once

// No standard header here: this is compiled for the device too.

namespace heatlab::cuda {

/// A BrushDab with the updated cells that it can touch: a rectangle (last row and column included)
/// of each of its slices.
struct PaintArguments {
    float row0;
    float col0;
    float row1;
    float col1;
    float slice0;
    float slice1;
    float radius;
    float value;
    int first_row;
    int first_col;
    int first_slice;
    int last_row;
    int last_col;
    int last_slice;
};

}  // namespace heatlab::cuda
