#pragma once

#include <array>
#include <filesystem>
#include <vector>

#include "render/colormap.h"
#include "render/gl_objects.h"
#include "render/orbit_camera.h"

namespace heatlab {

/// An edge of a box that carries an axis: between two corners, from the axis's low to its high end.
struct BoxAxis {
    glm::dvec3 low{};
    glm::dvec3 high{};
};

/// The edges along x, y and z that carry their axes: those of the floor that are nearest to the
/// eye, and the upright one farthest to the left of the picture.
std::array<BoxAxis, 3> box_axes(const OrbitCamera& camera, const BoxExtent& extent);

/// A line from one point of the box's space to another.
struct BoxLine {
    glm::dvec3 from{};
    glm::dvec3 to{};
};

/// The edges of the floor and of the faces that are seen from within.
std::vector<BoxLine> box_edges(const OrbitCamera& camera, const BoxExtent& extent);

/// Draws lines, one pixel wide, into a scene, below what is drawn later: they leave no depth.
class SpaceLines {
public:
    /// `shaders`: the folder. Throws GraphicsError.
    explicit SpaceLines(const std::filesystem::path& shaders);

    void draw(const OrbitCamera& camera, const std::vector<BoxLine>& lines, Rgb color);

private:
    Program program_;
    VertexArray vertex_array_;
    Buffer points_;
};

}  // namespace heatlab
