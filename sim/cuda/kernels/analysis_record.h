#pragma once

// What the device reports of an analysis, and how the work is divided. No standard header here:
// this is compiled for the device too.

namespace heatlab::cuda {

/// Threads of a block of the analysis and of the watch, each with four columns.
constexpr int analysis_threads = 128;
constexpr int columns_per_thread = 4;
constexpr int analysis_columns = analysis_threads * columns_per_thread;
/// Rows that a block walks down in one go.
constexpr int analysis_rows = 32;
/// More blocks are not launched: a block takes several strips of analysis_columns x analysis_rows
/// cells where there are more of them. So what they find fits into a small buffer.
constexpr int most_analysis_blocks = 4096;
constexpr int most_analysis_weights = 8;

/// Where a cell is, in reading order: row times 2^32 plus column. All bits: nowhere.
using CellKey = unsigned long long;
constexpr CellKey no_cell = ~CellKey{0};

/// The largest of some values, and the first cell that has it. `cell` is no_cell where there was no
/// value.
struct LargestValue {
    CellKey cell;
    float value;
    unsigned unused;
};

/// Of the cells that a block saw, then of the field.
struct AnalysisRecord {
    LargestValue negated_minimum;  ///< of -u, finite cells
    LargestValue maximum;
    LargestValue change;  ///< |mean of the neighbours - u|, updated cells, where it is finite
    unsigned long long non_finite_cells;
    double squares;  ///< of the finite cells
    double projections[most_analysis_weights];
};
static_assert(sizeof(AnalysisRecord) == 128);

/// What to project on: `columns` has one row of `pitch` floats per weight, `rows` the values of all
/// weights for row 0 of the grid, then for row 1, ...
struct ProjectionWeights {
    const float* columns;
    const float* rows;
};

}  // namespace heatlab::cuda
