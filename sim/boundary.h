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

/// "periodic", or "insulated,dirichlet,insulated,dirichlet" (top, right, bottom, left).
std::string boundaries_text(const Boundaries& boundaries);

/// Whether a side holds temperatures.
bool has_fixed_side(const Boundaries& boundaries);

/// Throws InputError (argument "--boundary") where one side alone of a pair is periodic.
void validate_boundaries(const Boundaries& boundaries);

/// The cells that a step changes; width or height 0 where there is none.
CellRect updated_cells(GridSize grid, const Boundaries& boundaries);

}  // namespace heatlab
