#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sim/boundary.h"
#include "sim/field.h"
#include "sim/step_ratio.h"

namespace heatlab {

/// The scheme in more precision than the field has, u + r (N + E + S + W - 4 u), with ghost cells
/// around the grid where sides are not fixed; in one dimension u + r (W + E - 2 u), in three u + r
/// (N + E + S + W + U + D - 6 u): written apart from the kernels, to judge them. Starts from the
/// field and uses r as StepRatio rounded it. `Value`: double for float32 fields, long double (64
/// bits of precision on x86) for float64 ones.
template <typename Value>
class BasicReferenceField {
public:
    using Real = std::conditional_t<std::is_same_v<Value, double>, float, double>;

    /// In three dimensions all six faces are fixed.
    explicit BasicReferenceField(const BasicField<Real>& initial,
                                 const Boundaries& boundaries = {});

    void advance(StepRatio r, std::int64_t steps);

    GridSize size() const { return size_; }
    /// `row`: of memory, as a Field counts them.
    Value at(int row, int col) const { return cells_[index(row, col)]; }

private:
    std::size_t index(int row, int col) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_.width) +
               static_cast<std::size_t>(col);
    }

    GridSize size_;
    Boundaries boundaries_;
    std::vector<Value> cells_;
};

using ReferenceField = BasicReferenceField<double>;
using ReferenceField64 = BasicReferenceField<long double>;
/// That of fields with such cells.
template <typename Real>
using ReferenceFor =
    std::conditional_t<std::is_same_v<Real, float>, ReferenceField, ReferenceField64>;

/// How far a float32 kernel may be from the reference after `steps` at r <= 1 / (2 d) in d
/// dimensions, with all |u| <= `max_abs`. One step rounds the sums of pairs, the sums of these, the
/// product and the result: by less than 4 units of 2^-24 max|u| together, because r sum <= max|u|.
/// Errors add up and never grow, by the maximum principle. Flushed denormals add less than 8 times
/// 2^-126 a step.
///
/// A float64 kernel likewise with 2^-53, and gradual underflow of 2^-1074; the reference's own
/// errors, of 64 bits, are a fraction of a thousandth of that and counted as one more unit.
double reference_tolerance(std::int64_t steps, double max_abs, CellType type = CellType::float32);

/// max |u| of the cells, as `reference_tolerance` takes it. NaN cells are left out: they compare as
/// larger than nothing. An infinite cell makes it infinite. 0 where there is no cell, or only NaN.
template <typename Real>
double largest_magnitude(const BasicField<Real>& field) {
    double largest = 0;
    for (const Real value : field.cells())
        largest = std::max(largest, std::abs(double{value}));
    return largest;
}

/// The one update of the grid's dimensions, cell by cell in plain loops, with denormals flushed in
/// float32, and with ghost cells where sides are not fixed: what every kernel has to reproduce bit
/// for bit at any r.
template <typename Real>
BasicField<Real> advance_cell_by_cell(const BasicField<Real>& field, StepRatio r,
                                      std::int64_t steps, const Boundaries& boundaries = {});

}  // namespace heatlab
