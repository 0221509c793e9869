#pragma once

#include <filesystem>

#include "sim/field.h"

namespace heatlab {

/// Writes `field` in NumPy's format 1.0: float32, little-endian, C order, shape (height, width).
/// Written and refused as OutputFile.
void write_npy(const std::filesystem::path& path, const Field& field);

/// The grid that the array of a file fits. Throws InputError as `read_npy`.
GridSize npy_grid(const std::filesystem::path& path);

/// Reads a two-dimensional array of little-endian float32 or float64, in C or Fortran order, whose
/// shape is (grid.height, grid.width). Throws InputError (argument "--file") that names the file
/// and what in it does not fit. Values are taken as they are, NaN and infinities too; float64 is
/// rounded.
Field read_npy(const std::filesystem::path& path, GridSize grid);

}  // namespace heatlab
