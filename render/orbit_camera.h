#pragma once

#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/orbit_view.h"
#include "sim/grid.h"

namespace heatlab {

// A box round the origin: x to the right, y away from the front, z upwards. Of a surface, x goes
// along the columns, y against the rows (row 0 lies at the back). Of a field in space, whose first
// slice lies in front as the flat picture shows it, x goes along the columns, z against the rows, y
// along the slices.

/// Lengths of the box's edges.
using BoxExtent = glm::dvec3;

/// Of a field of cells shown as a surface: the longer side is 1, none shorter than a tenth, the
/// height a part of both.
BoxExtent surface_extent(GridSize grid);
/// Of a field in space, of so many columns, rows and slices: in proportion, the longest edge 1,
/// none shorter than a tenth.
BoxExtent volume_extent(int width, int height, int depth);

/// The eight corners: bit 0 of the index is +x, bit 1 +y, bit 2 +z.
std::array<glm::dvec3, 8> box_corners(const BoxExtent& extent);

/// The eye on a box, for a picture whose row 0 is its top: the one place that decides where in it a
/// point of the box is seen. The perspective does not depend on the picture; at zoom 1 the box
/// fills it up to the margin, its outline in the middle.
class OrbitCamera {
public:
    /// A picture of width x height pixels with `margin` pixels left free at each edge; less in a
    /// picture that is hardly larger. Throws std::invalid_argument for a view out of its limits and
    /// for sizes that are not positive.
    OrbitCamera(const OrbitView& view, const BoxExtent& extent, int width, int height,
                double margin);

    /// To OpenGL's clip coordinates, with row 0 at y = -1.
    const glm::dmat4& matrix() const { return matrix_; }
    const glm::dvec3& eye() const { return eye_; }
    /// Unit vectors of the picture: to its right, to its top.
    const glm::dvec3& right() const { return right_; }
    const glm::dvec3& up() const { return up_; }

    /// Pixels from the picture's top left corner. For points within the box's surrounding sphere.
    glm::dvec2 project(const glm::dvec3& point) const;
    /// From the eye through a point of the picture; changes evenly from pixel to pixel.
    glm::dvec3 pixel_ray(double x, double y) const;
    /// The same as a unit vector.
    glm::dvec3 ray(double x, double y) const;
    /// The point seen at a pixel where the depth buffer holds `depth`, 0 to 1.
    glm::dvec3 unproject(double x, double y, double depth) const;

private:
    void fit(const BoxExtent& extent, double zoom, double margin);

    double width_;
    double height_;
    glm::dvec3 right_{};
    glm::dvec3 up_{};
    glm::dvec3 forward_{};
    glm::dvec3 eye_{};
    // The window at distance 1 from the eye.
    glm::dvec2 window_centre_{};
    glm::dvec2 window_half_{};
    glm::dmat4 matrix_{1};
};

}  // namespace heatlab
