#pragma once

#include <span>

#include "sim/backend.h"
#include "sim/ghost/application.h"
#include "sim/grid.h"

namespace heatlab::ghost {

/// The grids on which a model's choice is judged, unless others are asked for.
std::span<const GridSize> study_grids(const Application& application, BackendKind backend);

}  // namespace heatlab::ghost
