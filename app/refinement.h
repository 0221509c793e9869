#pragma once

#include "app/laboratory.h"
#include "app/settings.h"
#include "sim/field.h"

namespace heatlab {

/// What halving the cell size at the present dt would do.
Refinement describe_refinement(const Settings& settings);

/// The sides of a grid with cells `factor` times as fine (2 or 0.5). Throws InputError (argument
/// "--grid") for sides that cannot be halved or are too long.
GridSize refined_grid(GridSize grid, double factor);

/// `field` on another grid that covers the same area, by linear interpolation along both axes.
/// Fixed sides stay where they are; at insulated and periodic sides the outer edges of the
/// outermost cells do.
template <typename Real>
BasicField<Real> interpolated(const BasicField<Real>& field, GridSize grid,
                              const Boundaries& boundaries);

}  // namespace heatlab
