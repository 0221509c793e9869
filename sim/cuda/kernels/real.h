#pragma once

// Sources of kernels that exist for both types of cells are compiled to one image for each. No
// standard header here: this is compiled for the device.

namespace heatlab::cuda {

/// Of a field's cells, in this image.
#ifdef HEATLAB_FLOAT64
using Real = double;
#else
using Real = float;
#endif

/// Cells in the widest access that there is.
constexpr int cells_per_access = 16 / static_cast<int>(sizeof(Real));

}  // namespace heatlab::cuda
