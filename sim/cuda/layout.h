#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/cell_type.h"
#include "sim/cuda/kernels/field_layout.h"
#include "sim/grid.h"

namespace heatlab::cuda {

/// Rows start on 128-byte lines, of float64 on every second one.
inline constexpr int pitch_cells = 32;
/// A buffer has whole groups of so many rows: `wavefront` moves groups.
inline constexpr int row_group = 4;
/// Longest side that the kernels' column and row numbers can count, last block included.
inline constexpr int longest_side = 1 << 30;

/// The one place that decides how a field lies in device memory. Sides from 1 to `longest_side`.
inline FieldLayout layout_of(GridSize grid) {
    const int pitch = (grid.width + pitch_cells - 1) / pitch_cells * pitch_cells;
    return {grid.width, grid.rows(), pitch, grid.height, grid.dimensions};
}

/// The inverse.
inline GridSize grid_of(const FieldLayout& layout) {
    return {layout.width, layout.slice_height, layout.height / layout.slice_height,
            layout.dimensions};
}

/// Of one buffer of such cells.
inline std::size_t buffer_bytes(const FieldLayout& layout, CellType type = CellType::float32) {
    const int rows = (layout.height + row_group - 1) / row_group * row_group;
    return static_cast<std::size_t>(layout.pitch) * static_cast<std::size_t>(rows) * bytes_of(type);
}

}  // namespace heatlab::cuda
