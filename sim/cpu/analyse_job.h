#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/cpu/side_update.h"
#include "sim/grid.h"

namespace heatlab {

/// The largest (or smallest) value of some rows, and the first row that has it; -1: none.
struct ExtremeRow {
    float value = 0;
    int row = -1;
};

/// What an analysis sees of some rows.
struct PartialAnalysis {
    static constexpr int most_weights = 8;

    ExtremeRow minimum;  ///< of the finite cells
    ExtremeRow maximum;
    ExtremeRow change;  ///< |mean of the neighbours - u| of the updated cells, where it is finite
    std::int64_t non_finite_cells = 0;
    double squares = 0;  ///< sum over the finite cells
    double projections[most_weights] = {};
};

/// One pass over a field. Memory as in CpuLaunch.
struct AnalyseJob {
    /// Columns that are taken at a time.
    static constexpr int strip_columns = 2048;
    /// Weights of columns are there for a multiple of as many columns, 0 beyond the grid's.
    static constexpr int column_padding = 128;
    /// Floats that each caller brings, aligned to 64 bytes.
    static constexpr std::size_t scratch_floats = strip_columns + column_padding;

    const float* cells = nullptr;  ///< cell (0, 0) of the grid
    std::ptrdiff_t pitch = 0;
    GridSize grid;
    GridEnds ends{};
    CellRect updated;  ///< cells that a step changes
    int weights = 0;
    const float* columns[PartialAnalysis::most_weights] = {};  ///< aligned to 64 bytes
    const float* rows[PartialAnalysis::most_weights] = {};
};

/// Adds rows [first, last), which follow those that `found` has seen.
using AnalyseRows = void (*)(const AnalyseJob& job, int first, int last, float* scratch,
                             PartialAnalysis& found);

/// Whether a finite cell of rows [first, last) lies outside [low, high]. Memory as in CpuLaunch.
using FindOutside = bool (*)(const float* cells, std::ptrdiff_t pitch, int width, int first,
                             int last, float low, float high);

}  // namespace heatlab
