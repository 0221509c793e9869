#include "render/box_frame.h"

#include <glm/geometric.hpp>

#include "render/field_colours.h"

namespace heatlab {

namespace {

/// The edge parallel to `axis` at the corner whose other two coordinates have these signs.
BoxAxis edge_along(const BoxExtent& extent, int axis, const glm::dvec3& signs) {
    BoxAxis edge;
    edge.low = edge.high = 0.5 * extent * signs;
    edge.low[axis] = -0.5 * extent[axis];
    edge.high[axis] = 0.5 * extent[axis];
    return edge;
}

double sign_of(double value) {
    return value < 0 ? -1 : 1;
}

}  // namespace

std::array<BoxAxis, 3> box_axes(const OrbitCamera& camera, const BoxExtent& extent) {
    const glm::dvec3& eye = camera.eye();
    std::array<BoxAxis, 3> axes;
    axes[0] = edge_along(extent, 0, {0, sign_of(eye.y), -1});
    axes[1] = edge_along(extent, 1, {sign_of(eye.x), 0, -1});
    bool first = true;
    double leftmost = 0;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0}) {
            const BoxAxis edge = edge_along(extent, 2, {x, y, 0});
            const double left = camera.project(0.5 * (edge.low + edge.high)).x;
            if (first || left < leftmost) {
                axes[2] = edge;
                leftmost = left;
            }
            first = false;
        }
    return axes;
}

std::vector<BoxLine> box_edges(const OrbitCamera& camera, const BoxExtent& extent) {
    // A face is seen from within where the eye lies on the inner side of its plane.
    const auto from_within = [&](int axis, double sign) {
        return sign * camera.eye()[axis] < 0.5 * extent[axis];
    };
    std::vector<BoxLine> lines;
    for (int axis = 0; axis < 3; ++axis) {
        const int a = (axis + 1) % 3;
        const int b = (axis + 2) % 3;
        for (const double sign_a : {-1.0, 1.0})
            for (const double sign_b : {-1.0, 1.0}) {
                glm::dvec3 signs{};
                signs[a] = sign_a;
                signs[b] = sign_b;
                const bool on_floor = axis != 2 && signs.z < 0;
                if (!on_floor && !from_within(a, sign_a) && !from_within(b, sign_b))
                    continue;
                const BoxAxis edge = edge_along(extent, axis, signs);
                lines.push_back({edge.low, edge.high});
            }
    }
    return lines;
}

SpaceLines::SpaceLines(const std::filesystem::path& shaders)
    : program_(shaders / "lines.vert", shaders / "lines.frag"),
      vertex_array_(VertexArray::make()),
      points_(Buffer::make()) {}

void SpaceLines::draw(const OrbitCamera& camera, const std::vector<BoxLine>& lines, Rgb color) {
    std::vector<float> points;
    for (const BoxLine& line : lines)
        for (const glm::dvec3& point : {line.from, line.to})
            for (int axis = 0; axis < 3; ++axis)
                points.push_back(static_cast<float>(point[axis]));
    glBindVertexArray(vertex_array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, points_.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(points.size() * sizeof(float)),
                 points.data(), GL_STREAM_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    program_.use();
    set_matrix(program_.uniform("u_matrix"), camera.matrix());
    set_color(program_.uniform("u_color"), color);
    glDepthMask(GL_FALSE);
    glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(points.size() / 3));
    glDepthMask(GL_TRUE);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindVertexArray(0);
    glUseProgram(0);
}

}  // namespace heatlab
