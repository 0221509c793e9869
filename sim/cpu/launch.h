#pragma once

#include <cstddef>

namespace heatlab {

/// What a CPU kernel needs to know of one launch, over cells of float or double. A kernel of one
/// dimension is called with stretches of `line_stretch` cells in place of rows. Rows are `pitch`
/// cells apart and start at a multiple of 64 bytes; the cells between `width` and `pitch`, and
/// `row_padding` cells before the first row and after the last, can be read and hold 0.
template <typename Real>
struct BasicCpuLaunch {
    static constexpr int row_padding = 32;
    static constexpr int line_stretch = 1024;

    const Real* source = nullptr;  ///< cell (0, 0)
    Real* target = nullptr;        ///< cell (0, 0); its ring already holds the walls
    std::ptrdiff_t pitch = 0;      ///< cells; a multiple of 64 bytes
    int width = 0;                 ///< cells
    int height = 0;                ///< rows of memory, through all slices
    int slice_height = 0;          ///< rows of a slice: `height` but in three dimensions
    bool line = false;             ///< the grid has one dimension
    Real r = 0;
    Real centre_weight = 1;
    bool stream = false;  ///< the buffers exceed the caches: write past them
};

using CpuLaunch = BasicCpuLaunch<float>;

/// A kernel of the CPU backend: advances the rows [first_row, last_row) of one launch.
template <typename Real>
using BasicCpuKernel = void (*)(const BasicCpuLaunch<Real>& launch, int first_row, int last_row);
using CpuKernel = BasicCpuKernel<float>;

}  // namespace heatlab
