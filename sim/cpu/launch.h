#pragma once

#include <cstddef>

namespace heatlab {

/// What a CPU kernel needs to know of one launch. A kernel of one dimension is called with
/// stretches of `line_stretch` cells in place of rows. Rows are `pitch` floats apart and start at a
/// multiple of 64 bytes; the cells between `width` and `pitch`, and `row_padding` floats before the
/// first row and after the last, can be read and hold 0.
struct CpuLaunch {
    static constexpr int row_padding = 32;
    static constexpr int line_stretch = 1024;

    const float* source = nullptr;  ///< cell (0, 0)
    float* target = nullptr;        ///< cell (0, 0); its ring already holds the walls
    std::ptrdiff_t pitch = 0;       ///< floats; a multiple of 16
    int width = 0;                  ///< cells
    int height = 0;                 ///< rows of memory, through all slices
    int slice_height = 0;           ///< rows of a slice: `height` but in three dimensions
    bool line = false;              ///< the grid has one dimension
    float r = 0;
    float centre_weight = 1;
    bool stream = false;  ///< the buffers exceed the caches: write past them
};

}  // namespace heatlab
