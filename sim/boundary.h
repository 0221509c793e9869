#pragma once

#include <string>
#include <string_view>

#include "sim/grid.h"

namespace heatlab {

/// What happens at a side of the grid. Fixed (Dirichlet) cells of the boundary ring keep their
/// values. At insulated and periodic sides the outermost cells are updated like all others: a
/// missing neighbour is the cell itself where the side is insulated (no heat flows), and the cell
/// at the opposite side where it is periodic.
enum class BoundaryKind { dirichlet, insulated, periodic };

/// "dirichlet", "insulated", "periodic": as on the command line.
std::string_view name_of(BoundaryKind kind);

/// One kind per side. Corners belong to both of their sides: a corner is fixed where one of them
/// is.
struct Boundaries {
    BoundaryKind top = BoundaryKind::dirichlet;
    BoundaryKind right = BoundaryKind::dirichlet;
    BoundaryKind bottom = BoundaryKind::dirichlet;
    BoundaryKind left = BoundaryKind::dirichlet;

    static Boundaries all(BoundaryKind kind) { return {kind, kind, kind, kind}; }
    bool all_dirichlet() const { return *this == Boundaries{}; }

    friend bool operator==(const Boundaries&, const Boundaries&) = default;
};

/// Fixed walls wherever a grid of so many dimensions can have them: a grid of one dimension is a
/// row between insulated sides, which is the same to its cells as having none above and below.
Boundaries fixed_walls(int dimensions);
/// `boundaries` with what a grid of so many dimensions has at top and bottom.
Boundaries fitted(Boundaries boundaries, int dimensions);

/// "periodic", or "insulated,dirichlet,insulated,dirichlet" (top, right, bottom, left).
std::string boundaries_text(const Boundaries& boundaries);

/// Whether a side holds temperatures.
bool has_fixed_side(const Boundaries& boundaries);

/// Throws InputError (argument "--boundary") where one side alone of a pair is periodic.
void validate_boundaries(const Boundaries& boundaries);

/// The cells that a step changes; width or height 0 where there is none. In three dimensions of
/// each slice between the first and the last, or of none.
CellRect updated_cells(GridSize grid, const Boundaries& boundaries);

/// Whether a row of memory has cells that a step changes, `updated` being the grid's.
bool is_updated_row(GridSize grid, const CellRect& updated, int row);

}  // namespace heatlab
