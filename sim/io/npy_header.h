#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/grid.h"

namespace heatlab {

/// The description that stands before the values of an NPY file.
struct NpyHeader {
    std::string descr;  ///< NumPy's type, "<f4"
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
};

/// Parses the Python dictionary of an NPY file, as NumPy writes it. Throws std::invalid_argument
/// that says, after the file's name, what is wrong.
NpyHeader parse_npy_header(std::string_view text);

/// Of a field on this grid, outermost first.
std::vector<std::uint64_t> npy_shape(GridSize grid);

/// "(512, 512)", "(512,)"
std::string shape_text(const std::vector<std::uint64_t>& shape);

}  // namespace heatlab
