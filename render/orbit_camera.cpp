#include "render/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>
#include <limits>
#include <stdexcept>

namespace heatlab {

namespace {

/// Of the eye from the middle, in radii of the sphere round the box: how strong the perspective is.
constexpr double eye_distance = 3.5;
/// Of the picture that a margin may take at each edge.
constexpr double most_margin = 0.25;
constexpr double least_edge = 0.1;
/// Of a surface: its height in parts of the mean of its sides.
constexpr double surface_height = 0.36;

void require_view(const OrbitView& view) {
    const bool holds = std::isfinite(view.azimuth) && view.elevation >= -90 &&
                       view.elevation <= 90 && view.zoom >= least_orbit_zoom &&
                       view.zoom <= most_orbit_zoom;
    if (!holds)
        throw std::invalid_argument("OrbitCamera: the view is outside its limits");
}

}  // namespace

OrbitView turned(const OrbitView& view, double dx, double dy, double degrees_per_pixel) {
    OrbitView next = view;
    next.azimuth = std::remainder(view.azimuth - dx * degrees_per_pixel, 360.0);
    next.elevation = std::clamp(view.elevation + dy * degrees_per_pixel, -90.0, 90.0);
    return next;
}

OrbitView orbit_zoomed(const OrbitView& view, double notches) {
    OrbitView next = view;
    next.zoom = std::clamp(view.zoom * std::exp2(notches / 4), least_orbit_zoom, most_orbit_zoom);
    return next;
}

BoxExtent surface_extent(GridSize grid) {
    const double longest = std::max({grid.width, grid.height, 1});
    const double x = std::max(grid.width / longest, least_edge);
    const double y = std::max(grid.height / longest, least_edge);
    return {x, y, surface_height * std::sqrt(x * y)};
}

BoxExtent volume_extent(int width, int height, int depth) {
    const double longest = std::max({width, height, depth, 1});
    const auto edge = [longest](int cells) { return std::max(cells / longest, least_edge); };
    return {edge(width), edge(depth), edge(height)};
}

std::array<glm::dvec3, 8> box_corners(const BoxExtent& extent) {
    std::array<glm::dvec3, 8> corners{};
    for (unsigned i = 0; i < corners.size(); ++i)
        corners[i] =
            0.5 * extent *
            glm::dvec3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1);
    return corners;
}

OrbitCamera::OrbitCamera(const OrbitView& view, const BoxExtent& extent, int width, int height,
                         double margin)
    : width_(width), height_(height) {
    require_view(view);
    if (width <= 0 || height <= 0 || !(extent.x > 0 && extent.y > 0 && extent.z > 0))
        throw std::invalid_argument("OrbitCamera: picture and box must have an extent");
    const double azimuth = glm::radians(view.azimuth);
    const double elevation = glm::radians(view.elevation);
    // From the angles themselves, not from a direction that has no azimuth at the poles: nothing
    // turns over there.
    right_ = {std::cos(azimuth), std::sin(azimuth), 0};
    forward_ = {-std::sin(azimuth) * std::cos(elevation), std::cos(azimuth) * std::cos(elevation),
                -std::sin(elevation)};
    up_ = glm::cross(right_, forward_);
    const double radius = 0.5 * glm::length(extent);
    eye_ = -eye_distance * radius * forward_;
    fit(extent, view.zoom, margin);

    const double near = (eye_distance - 1.01) * radius;
    const double far = (eye_distance + 1.01) * radius;
    const glm::dvec2 low = (window_centre_ - window_half_) * near;
    const glm::dvec2 high = (window_centre_ + window_half_) * near;
    // Top and bottom are exchanged: the picture's first row is its top.
    const glm::dmat4 projection = glm::frustum(low.x, high.x, high.y, low.y, near, far);
    matrix_ = projection * glm::lookAt(eye_, eye_ + forward_, up_);
}

void OrbitCamera::fit(const BoxExtent& extent, double zoom, double margin) {
    glm::dvec2 low(std::numeric_limits<double>::max());
    glm::dvec2 high(std::numeric_limits<double>::lowest());
    for (const glm::dvec3& corner : box_corners(extent)) {
        const glm::dvec3 from_eye = corner - eye_;
        const glm::dvec2 seen = glm::dvec2(glm::dot(from_eye, right_), glm::dot(from_eye, up_)) /
                                glm::dot(from_eye, forward_);
        low = glm::min(low, seen);
        high = glm::max(high, seen);
    }
    const auto inner = [margin](double size) {
        return size - 2 * std::clamp(margin, 0.0, most_margin * size);
    };
    window_centre_ = 0.5 * (low + high);
    const double per_pixel =
        std::max((high.x - low.x) / inner(width_), (high.y - low.y) / inner(height_));
    window_half_ = 0.5 * per_pixel / zoom * glm::dvec2(width_, height_);
}

glm::dvec2 OrbitCamera::project(const glm::dvec3& point) const {
    const glm::dvec4 clip = matrix_ * glm::dvec4(point, 1);
    return {(clip.x / clip.w + 1) * 0.5 * width_, (clip.y / clip.w + 1) * 0.5 * height_};
}

glm::dvec3 OrbitCamera::pixel_ray(double x, double y) const {
    const double along_x = window_centre_.x + (2 * x / width_ - 1) * window_half_.x;
    const double along_y = window_centre_.y + (1 - 2 * y / height_) * window_half_.y;
    return forward_ + along_x * right_ + along_y * up_;
}

glm::dvec3 OrbitCamera::ray(double x, double y) const {
    return glm::normalize(pixel_ray(x, y));
}

glm::dvec3 OrbitCamera::unproject(double x, double y, double depth) const {
    const glm::dvec4 clip(2 * x / width_ - 1, 2 * y / height_ - 1, 2 * depth - 1, 1);
    const glm::dvec4 point = glm::inverse(matrix_) * clip;
    return glm::dvec3(point) / point.w;
}

}  // namespace heatlab
