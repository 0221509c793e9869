#pragma once

// No standard header here: this is compiled for the device too.

namespace heatlab::cuda {

/// A BrushDab with the rectangle of updated cells that it can touch (last row and column
/// included).
struct PaintArguments {
    float row0;
    float col0;
    float row1;
    float col1;
    float radius;
    float value;
    int first_row;
    int first_col;
    int last_row;
    int last_col;
};

}  // namespace heatlab::cuda
