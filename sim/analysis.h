#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/grid.h"
#include "sim/waves.h"

namespace heatlab {

/// A value of the field and where it is. Of equal ones, the first in reading order.
struct ExtremeCell {
    float value = 0;
    Cell cell;
};

/// What the stability laboratory reads of a whole field: one more pass over it than
/// FieldStatistics.
struct FieldAnalysis {
    std::int64_t step = 0;
    ExtremeCell minimum;  ///< of the finite cells; NaN where there is none
    ExtremeCell maximum;
    double mean_square = 0;  ///< of the finite cells: the field's energy per cell; NaN as above
    /// In one and two dimensions: largest |mean of the four neighbours - u| over the updated cells
    /// where it is finite: u changes by 4r times that. 0 where there is none.
    ExtremeCell largest_change;
    /// One per weight of Simulation::set_projections. Not finite where a cell of the field is not.
    std::array<double, most_projections> projections{};
};

/// Values of a rectangle of cells, row after row.
struct CellBlock {
    CellRect cells;
    std::int64_t step = 0;
    std::vector<float> values;
};

/// Limits that a watched batch compares every step with.
struct ValueLimits {
    float low = 0;
    float high = 0;
};

/// The first step of a watched batch at which a finite cell was outside the limits; of the cells of
/// that step, the one that is furthest outside (of equals the first in reading order).
struct LimitCrossing {
    std::int64_t step = 0;
    ExtremeCell extreme;
};

}  // namespace heatlab
