#pragma once

#include <filesystem>

#include "sim/field.h"

namespace heatlab {

/// Writes `field` in NumPy's format 1.0: its cells' type, little-endian, C order, shape (height,
/// width); (width,) in one dimension, (depth, height, width) in three. Written and refused as
/// OutputFile.
template <typename Real>
void write_npy(const std::filesystem::path& path, const BasicField<Real>& field);

/// The grid that the array of a file fits: of as many dimensions, one to three. Throws InputError
/// as `read_npy`.
GridSize npy_grid(const std::filesystem::path& path);

/// Reads an array of little-endian float32 or float64, in C or Fortran order, whose shape is the
/// grid's, as above. Throws InputError (argument "--file") that names the file
/// and what in it does not fit. Values are taken as they are, NaN and infinities too; of float64
/// float cells are rounded.
template <typename Real = float>
BasicField<Real> read_npy(const std::filesystem::path& path, GridSize grid);

}  // namespace heatlab
