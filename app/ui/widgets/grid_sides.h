#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/ui/look.h"
#include "sim/grid.h"

namespace heatlab::ui {

/// "1 024 × 1 024", "64 × 64 × 64", "262 144".
std::string sides_text(GridSize grid);

/// A field for each side of `grid` in a row of a menu, below each other's `ids` for width, height
/// and depth. Returns the grid with what was typed; a side that int does not hold is as large as it
/// can be, which whoever takes the grid refuses.
std::optional<GridSize> grid_sides(const Look& look, GridSize grid,
                                   const std::array<const char*, 3>& ids);

}  // namespace heatlab::ui
