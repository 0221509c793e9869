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
/// sides have small prime factors. An axis that is short enough is taken whole in a window too.
struct SpectrumPlan {
    CellRect cells;  ///< to be asked for in Batch::changes; no cells: there is no spectrum
    bool whole = false;
    AxisTransform columns = AxisTransform::exponentials;  ///< along a row
    AxisTransform rows = AxisTransform::exponentials;     ///< down a column
    bool columns_tapered = false;  ///< a part of the axis, faded out at both ends (Hann)
    bool rows_tapered = false;
    bool columns_reversed = false;  ///< quarter: the insulated end is the left one
    bool rows_reversed = false;     ///< quarter: the insulated end is the upper one

    bool empty() const { return cells.width < 1 || cells.height < 1; }
    friend bool operator==(const SpectrumPlan&, const SpectrumPlan&) = default;
};

/// Longest side of a tapered window, in cells.
inline constexpr int longest_window = 512;
/// Whole grids are transformed as far as that takes about so long on one core.
inline constexpr double cheap_spectrum_seconds = 0.07;

/// Expected seconds of a transform on one core, by the lengths and their prime factors.
double spectrum_seconds(const SpectrumPlan& plan);

/// `focus`: a cell that a window should hold, in its middle where possible (where the field changes
/// most).
SpectrumPlan plan_spectrum(GridSize grid, const Boundaries& boundaries, Cell focus);

/// How much of each wave u(n+1) - u(n) holds, gathered into bins over the angles.
struct Spectrum {
    static constexpr int bins = 48;  ///< per axis, over angles 0 to pi
    /// The bin of an angle in [0, pi]; pi belongs to the last.
    static int bin_of(double angle);

    SpectrumPlan plan;
    std::int64_t step = 0;
    /// Largest amplitude of u(n+1) - u(n) among the waves of a bin, over 4r; row after row, the
    /// angle down the columns growing with the row; 0 in a bin that holds no wave. Waves of equal
    /// angles are taken together, as WaveGauge does. In a tapered window a wave whose angle lies
    /// between two of the window's own loses up to 15 % per axis.
    std::vector<float> amplitude;
    double seconds = 0;  ///< that the transform took
};

/// Blocking: transforms `changes`, the cells of `plan` as Batch::changes reads them. Not finite
/// where one of them is not.
Spectrum transform_changes(const SpectrumPlan& plan, const CellBlock& changes);

}  // namespace heatlab
