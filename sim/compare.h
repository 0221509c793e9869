#pragma once

#include <optional>

#include "sim/boundary.h"
#include "sim/field.h"
#include "sim/reference.h"

namespace heatlab {

/// The first cell, row by row, at which two fields disagree.
struct CellDifference {
    Cell cell;
    double value = 0;
    double expected = 0;
};

/// Equal bits, or both NaN of whatever kind.
bool same_value(float a, float b);
bool same_value(double a, double b);

/// Fields of the same size, compared by `same_value`.
template <typename Real>
std::optional<CellDifference> first_difference(const BasicField<Real>& field,
                                               const BasicField<Real>& expected);

/// As above, in the boundary ring alone, and of that in the cells that `boundaries` fix.
template <typename Real>
std::optional<CellDifference> first_ring_difference(const BasicField<Real>& field,
                                                    const BasicField<Real>& expected,
                                                    const Boundaries& boundaries = {});

/// The first cell that is further than `tolerance` from the reference, or not finite.
template <typename Real>
std::optional<CellDifference> first_beyond(const BasicField<Real>& field,
                                           const ReferenceFor<Real>& expected, double tolerance);

}  // namespace heatlab
