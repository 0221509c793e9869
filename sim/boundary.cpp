#include "sim/boundary.h"

#include <algorithm>

#include "sim/errors.h"

namespace heatlab {
namespace {

bool fixed(BoundaryKind kind) {
    return kind == BoundaryKind::dirichlet;
}

bool periodic(BoundaryKind kind) {
    return kind == BoundaryKind::periodic;
}

void require_pair(BoundaryKind one, BoundaryKind other, const char* name, const char* opposite,
                  const Boundaries& boundaries) {
    if (periodic(one) == periodic(other))
        return;
    const std::string lone = periodic(one) ? name : opposite;
    const std::string partner = periodic(one) ? opposite : name;
    throw InputError("--boundary", boundaries_text(boundaries),
                     "a periodic side continues at the opposite one, so " + lone + " and " +
                         partner + " must both be periodic or neither");
}

}  // namespace

std::string_view name_of(BoundaryKind kind) {
    switch (kind) {
        case BoundaryKind::dirichlet:
            return "dirichlet";
        case BoundaryKind::insulated:
            return "insulated";
        case BoundaryKind::periodic:
            return "periodic";
    }
    return "";
}

Boundaries fixed_walls(int dimensions) {
    return fitted({}, dimensions);
}

Boundaries fitted(Boundaries boundaries, int dimensions) {
    if (dimensions == 1)
        boundaries.top = boundaries.bottom = BoundaryKind::insulated;
    return boundaries;
}

std::string boundaries_text(const Boundaries& boundaries) {
    if (boundaries == Boundaries::all(boundaries.top))
        return std::string(name_of(boundaries.top));
    std::string text;
    for (const BoundaryKind kind :
         {boundaries.top, boundaries.right, boundaries.bottom, boundaries.left})
        text += (text.empty() ? "" : ",") + std::string(name_of(kind));
    return text;
}

bool has_fixed_side(const Boundaries& boundaries) {
    const BoundaryKind fixed = BoundaryKind::dirichlet;
    return boundaries.top == fixed || boundaries.right == fixed || boundaries.bottom == fixed ||
           boundaries.left == fixed;
}

void validate_boundaries(const Boundaries& boundaries) {
    require_pair(boundaries.top, boundaries.bottom, "top", "bottom", boundaries);
    require_pair(boundaries.left, boundaries.right, "left", "right", boundaries);
}

CellRect updated_cells(GridSize grid, const Boundaries& boundaries) {
    if (grid.dimensions == 3 && grid.depth < 3)
        return {};
    const int left = fixed(boundaries.left) ? 1 : 0;
    const int top = fixed(boundaries.top) ? 1 : 0;
    const int width = grid.width - left - (fixed(boundaries.right) ? 1 : 0);
    const int height = grid.height - top - (fixed(boundaries.bottom) ? 1 : 0);
    return {left, top, std::max(0, width), std::max(0, height)};
}

bool is_updated_row(GridSize grid, const CellRect& updated, int row) {
    const int slice = row / grid.height;
    const int in_slice = row % grid.height;
    const bool inner_slice = grid.dimensions != 3 || (slice > 0 && slice < grid.depth - 1);
    return inner_slice && updated.width > 0 && in_slice >= updated.row &&
           in_slice < updated.row + updated.height;
}

}  // namespace heatlab
