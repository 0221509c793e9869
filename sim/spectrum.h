#pragma once

#include <cstdint>
#include <vector>

#include "sim/analysis.h"
#include "sim/boundary.h"
#include "sim/grid.h"

namespace heatlab {

/// How one axis is transformed.
enum class AxisTransform {
    sines,        ///< whole axis, fixed at both ends
    cosines,      ///< whole axis, insulated at both ends
    quarter,      ///< whole axis, one end fixed and one insulated
    exponentials  ///< whole periodic axis, or a tapered window
};

/// What will be transformed: the whole grid where that is cheap, else a tapered window of it whose
/// sides have small prime factors.
struct SpectrumPlan {
    CellRect cells;  ///< to be asked for in Batch::changes; no cells: there is no spectrum
    bool whole = false;
    AxisTransform columns = AxisTransform::exponentials;
    AxisTransform rows = AxisTransform::exponentials;

    bool empty() const { return cells.width < 1 || cells.height < 1; }
    friend bool operator==(const SpectrumPlan&, const SpectrumPlan&) = default;
};

/// `focus`: a cell that a window should hold, in its middle where possible (where the field changes
/// most).
SpectrumPlan plan_spectrum(GridSize grid, const Boundaries& boundaries, Cell focus);

/// How much of each wave u(n+1) - u(n) holds, gathered into bins over the angles.
struct Spectrum {
    static constexpr int bins = 48;  ///< per axis, over angles 0 to pi

    SpectrumPlan plan;
    std::int64_t step = 0;
    /// Largest amplitude of u(n+1) - u(n) among the waves of a bin, over 4r; row after row, the
    /// angle down the columns growing with the row; 0 in a bin that holds no wave.
    std::vector<float> amplitude;
    double seconds = 0;  ///< that the transform took
};

/// Blocking: transforms `changes`, the cells of `plan` as Batch::changes reads them. Not finite
/// where one of them is not.
Spectrum transform_changes(const SpectrumPlan& plan, const CellBlock& changes);

}  // namespace heatlab
