#pragma once

#include <span>
#include <vector>

#include "sim/backend.h"
#include "sim/ghost/application.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// The grids on which a model's choice is judged, unless others are asked for.
std::span<const GridSize> study_grids(const Application& application, BackendKind backend);

/// The grid to begin with in so many dimensions: large enough that a choice matters, small enough
/// that its steps can be watched. Throws std::logic_error for other than 1 to 3.
GridSize usual_grid(int dimensions);
/// What a user is offered: those of the study and the usual one, by their number of cells.
std::vector<GridSize> offered_grids(const Application& application, BackendKind backend);

}  // namespace heatlab::ghost
