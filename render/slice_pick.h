#pragma once

#include <array>
#include <optional>

#include "render/orbit_camera.h"
#include "sim/grid.h"

namespace heatlab {

/// The cell through whose middle each of three slices goes: the slice at right angles to x lies in
/// column `col`, and so on.
struct SlicePlaces {
    int col = 0;
    int row = 0;
    int slice = 0;

    friend bool operator==(const SlicePlaces&, const SlicePlaces&) = default;
};

/// A cell of one of the planes of a grid of three dimensions.
struct PlaneCell {
    Plane plane;
    Cell cell;  ///< of the plane

    friend bool operator==(const PlaneCell&, const PlaneCell&) = default;
};

/// What is seen of three slices through a grid at a pixel: the nearest to the eye. None beside
/// them. `extent`: volume_extent of the grid.
std::optional<PlaneCell> pick_slice(const OrbitCamera& camera, const BoxExtent& extent,
                                    GridSize grid, const SlicePlaces& places, double x, double y);

/// The corners of a cell of a plane in the box's space, one after the other round it.
std::array<glm::dvec3, 4> corners_of(const PlaneCell& cell, const BoxExtent& extent, GridSize grid);

}  // namespace heatlab
