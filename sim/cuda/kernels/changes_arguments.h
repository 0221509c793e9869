#pragma once

// No standard header here: this is compiled for the device too.

namespace heatlab::cuda {

/// A rectangle of cells inside the updated ones.
struct ChangesArguments {
    int row;
    int col;
    int height;
    int width;
};

}  // namespace heatlab::cuda
