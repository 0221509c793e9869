#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/grid.h"
#include "sim/picture.h"

namespace heatlab {

/// Extremes and counts of some of the cells; the parts of a field add up with `add`.
struct PartialStatistics {
    float minimum = 0;  ///< of the finite cells, if any
    float maximum = 0;
    float alternating_maximum = 0;
    std::int64_t finite_cells = 0;
    std::int64_t non_finite_cells = 0;
    std::int64_t alternating_cells = 0;

    void add(const PartialStatistics& other) {
        if (finite_cells == 0 || (other.finite_cells > 0 && other.minimum < minimum)) {
            minimum = other.minimum;
        }
        if (finite_cells == 0 || (other.finite_cells > 0 && other.maximum > maximum)) {
            maximum = other.maximum;
        }
        if (other.alternating_maximum > alternating_maximum) {
            alternating_maximum = other.alternating_maximum;
        }
        finite_cells += other.finite_cells;
        non_finite_cells += other.non_finite_cells;
        alternating_cells += other.alternating_cells;
    }
};

/// One pass over the cells of `rect` in blocks of `block` x `block`, which yields texels,
/// statistics, or both. Memory as in CpuLaunch.
struct ReduceJob {
    const float* cells = nullptr;  ///< cell (0, 0) of the grid
    std::ptrdiff_t pitch = 0;
    GridSize grid;
    CellRect rect;  ///< inside the grid
    int block = 1;
    BlockTexel* texels = nullptr;  ///< row after row; null where only statistics are wanted
    float alternating_threshold = 0;

    int blocks_per_row() const { return (rect.width + block - 1) / block; }
    int block_rows() const { return (rect.height + block - 1) / block; }
    /// Columns that are reduced at a time: whole blocks.
    int strip_columns() const { return block * (block < 2048 ? 2048 / block : 1); }
    /// Floats kept per column of a strip and quantity: room for a vector that begins at the last
    /// column.
    std::ptrdiff_t scratch_stride() const { return (strip_columns() + 31) / 16 * 16; }
    /// Floats of scratch memory that each caller brings, aligned to 64 bytes.
    std::size_t scratch_floats() const { return 6 * static_cast<std::size_t>(scratch_stride()); }
};

/// Reduces rows of blocks [first, last); adds what it saw to `statistics`.
using ReduceRows = void (*)(const ReduceJob& job, int first, int last, float* scratch,
                            PartialStatistics& statistics);

}  // namespace heatlab
