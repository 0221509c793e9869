#include "render/orbit_camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <stdexcept>

#include "render/box_frame.h"

namespace heatlab {
namespace {

constexpr int width = 800;
constexpr int height = 500;
constexpr double margin = 40;
const BoxExtent box{1, 0.5, 0.25};

OrbitCamera camera_at(double azimuth, double elevation, double zoom = 1) {
    return {{azimuth, elevation, zoom}, box, width, height, margin};
}

void expect_near(const glm::dvec3& a, const glm::dvec3& b, double tolerance) {
    for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(a[axis], b[axis], tolerance) << "axis " << axis;
}

TEST(OrbitCamera, EyeStandsWhereTheAnglesSay) {
    // Before the last row, beside the last column, above the middle.
    expect_near(glm::normalize(camera_at(0, 0).eye()), {0, -1, 0}, 1e-12);
    expect_near(glm::normalize(camera_at(90, 0).eye()), {1, 0, 0}, 1e-12);
    expect_near(glm::normalize(camera_at(180, 0).eye()), {0, 1, 0}, 1e-12);
    expect_near(glm::normalize(camera_at(0, 90).eye()), {0, 0, 1}, 1e-12);
    const double c = std::sqrt(0.5);
    expect_near(glm::normalize(camera_at(45, 30).eye()),
                {c * std::cos(std::numbers::pi / 6), -c * std::cos(std::numbers::pi / 6), 0.5},
                1e-12);
}

TEST(OrbitCamera, FromAboveThePictureIsTheFlatOne) {
    // Columns to the right, row 0 (at +y) at the top, nothing turned.
    const OrbitCamera camera = camera_at(0, 90);
    const glm::dvec2 middle = camera.project({0, 0, 0});
    EXPECT_NEAR(middle.x, width / 2.0, 1e-9);
    EXPECT_NEAR(middle.y, height / 2.0, 1e-9);
    EXPECT_GT(camera.project({0.1, 0, 0}).x, middle.x + 10);
    EXPECT_NEAR(camera.project({0.1, 0, 0}).y, middle.y, 1e-9);
    EXPECT_LT(camera.project({0, 0.1, 0}).y, middle.y - 10);
    EXPECT_NEAR(camera.project({0, 0.1, 0}).x, middle.x, 1e-9);
}

TEST(OrbitCamera, NothingTurnsOverAtThePoles) {
    for (const double pole : {-90.0, 90.0})
        for (const double azimuth : {-170.0, -30.0, 0.0, 77.0}) {
            const OrbitCamera at = camera_at(azimuth, pole);
            const OrbitCamera beside = camera_at(azimuth, pole * (1 - 1e-6));
            EXPECT_TRUE(std::isfinite(at.up().x + at.right().x + at.matrix()[0][0]));
            expect_near(at.right(), beside.right(), 1e-5);
            expect_near(at.up(), beside.up(), 1e-5);
        }
}

TEST(OrbitCamera, UpIsNeverDownAndAllAxesStandOnEachOther) {
    for (double azimuth = -180; azimuth <= 180; azimuth += 15)
        for (double elevation = -90; elevation <= 90; elevation += 7.5) {
            const OrbitCamera camera = camera_at(azimuth, elevation);
            EXPECT_GE(camera.up().z, -1e-12) << azimuth << ", " << elevation;
            EXPECT_NEAR(camera.right().z, 0, 1e-12);  // the horizon is level
            EXPECT_NEAR(glm::dot(camera.up(), camera.right()), 0, 1e-12);
            EXPECT_NEAR(glm::dot(camera.up(), camera.eye()), 0, 1e-12);
            EXPECT_NEAR(glm::length(camera.up()), 1, 1e-12);
        }
}

TEST(OrbitCamera, TheBoxFillsThePictureUpToTheMargin) {
    for (double azimuth = -180; azimuth <= 180; azimuth += 12)
        for (double elevation = -90; elevation <= 90; elevation += 10) {
            const OrbitCamera camera = camera_at(azimuth, elevation);
            double left = 1e9;
            double right = -1e9;
            double top = 1e9;
            double bottom = -1e9;
            for (const glm::dvec3& corner : box_corners(box)) {
                const glm::dvec2 at = camera.project(corner);
                left = std::min(left, at.x);
                right = std::max(right, at.x);
                top = std::min(top, at.y);
                bottom = std::max(bottom, at.y);
            }
            SCOPED_TRACE(testing::Message() << azimuth << ", " << elevation);
            EXPECT_NEAR(left, width - right, 1e-6);
            EXPECT_NEAR(top, height - bottom, 1e-6);
            EXPECT_NEAR(std::min(left, top), margin, 1e-6);
        }
}

TEST(OrbitCamera, ZoomScalesThePictureAboutItsMiddle) {
    const OrbitCamera one = camera_at(25, 40);
    const OrbitCamera three = camera_at(25, 40, 3);
    const glm::dvec2 centre(width / 2.0, height / 2.0);
    for (const glm::dvec3& corner : box_corners(box)) {
        const glm::dvec2 expected = centre + 3.0 * (one.project(corner) - centre);
        EXPECT_NEAR(three.project(corner).x, expected.x, 1e-6);
        EXPECT_NEAR(three.project(corner).y, expected.y, 1e-6);
    }
}

TEST(OrbitCamera, RaysAndDepthsLeadBackToThePoint) {
    const OrbitCamera camera = camera_at(-50, 20, 1.5);
    for (const glm::dvec3& point :
         {glm::dvec3(0.3, -0.2, 0.1), glm::dvec3(-0.45, 0.2, -0.1), glm::dvec3(0, 0, 0)}) {
        const glm::dvec2 at = camera.project(point);
        const glm::dvec3 way = point - camera.eye();
        expect_near(camera.ray(at.x, at.y), glm::normalize(way), 1e-9);
        const glm::dvec4 clip = camera.matrix() * glm::dvec4(point, 1);
        const double depth = 0.5 * (clip.z / clip.w + 1);
        EXPECT_GT(depth, 0);
        EXPECT_LT(depth, 1);
        expect_near(camera.unproject(at.x, at.y, depth), point, 1e-9);
    }
}

TEST(OrbitCamera, WhatLiesInFrontFollowsTheDrag) {
    const OrbitView view{10, 30, 1};
    const glm::dvec3 front(0, -0.25, 0);
    const auto seen = [&](const OrbitView& v) {
        return OrbitCamera(v, box, width, height, margin).project(front);
    };
    EXPECT_GT(seen(turned(view, 20, 0, 0.4)).x, seen(view).x);
    EXPECT_GT(turned(view, 0, 20, 0.4).elevation, view.elevation);
    // It stops at the pole, and goes once round without end.
    EXPECT_EQ(turned(view, 0, 1e6, 0.4).elevation, 90);
    EXPECT_EQ(turned(view, 0, -1e6, 0.4).elevation, -90);
    EXPECT_NEAR(turned(view, -900, 0, 0.4).azimuth, 10, 1e-9);
    EXPECT_NEAR(turned({170, 0, 1}, -50, 0, 0.4).azimuth, -170, 1e-9);
}

TEST(OrbitCamera, FourNotchesDoubleTheZoomWithinItsLimits) {
    EXPECT_NEAR(orbit_zoomed({0, 0, 1.5}, 4).zoom, 3, 1e-12);
    EXPECT_NEAR(orbit_zoomed({0, 0, 1.5}, -4).zoom, 0.75, 1e-12);
    EXPECT_EQ(orbit_zoomed({0, 0, 1}, 1000).zoom, most_orbit_zoom);
    EXPECT_EQ(orbit_zoomed({0, 0, 1}, -1000).zoom, least_orbit_zoom);
}

TEST(OrbitCamera, RefusesWhatIsOutOfItsLimits) {
    EXPECT_THROW(camera_at(0, 91), std::invalid_argument);
    EXPECT_THROW(camera_at(NAN, 0), std::invalid_argument);
    EXPECT_THROW(camera_at(0, NAN), std::invalid_argument);
    EXPECT_THROW(camera_at(0, 0, 0), std::invalid_argument);
    EXPECT_THROW(OrbitCamera({}, box, 0, 10, 0), std::invalid_argument);
}

TEST(BoxExtent, KeepsProportionsUpToTen) {
    EXPECT_EQ(surface_extent({512, 256}).x, 1);
    EXPECT_EQ(surface_extent({512, 256}).y, 0.5);
    EXPECT_EQ(surface_extent({3, 1000}).x, 0.1);
    EXPECT_EQ(volume_extent(64, 32, 128), BoxExtent(0.5, 1, 0.25));
    EXPECT_EQ(volume_extent(1, 1, 1), BoxExtent(1, 1, 1));
}

TEST(BoxFrame, AxesLieOnTheNearEdgesAndNoFrontEdgeIsDrawn) {
    const OrbitCamera camera = camera_at(30, 25);  // before and to the right
    const auto axes = box_axes(camera, box);
    EXPECT_EQ(axes[0].low, glm::dvec3(-0.5, -0.25, -0.125));
    EXPECT_EQ(axes[0].high, glm::dvec3(0.5, -0.25, -0.125));
    EXPECT_EQ(axes[1].low, glm::dvec3(0.5, -0.25, -0.125));
    for (const glm::dvec3& corner : box_corners(box))
        EXPECT_GE(camera.project({corner.x, corner.y, 0}).x,
                  camera.project(0.5 * (axes[2].low + axes[2].high)).x - 1e-9);
    // Twelve edges less the three that meet in the nearest corner, the top one at the front right;
    // from above, its two level edges and the upright one.
    const glm::dvec3 nearest(0.5, -0.25, 0.125);
    const auto lines = box_edges(camera, box);
    EXPECT_EQ(lines.size(), 9u);
    for (const BoxLine& line : lines)
        EXPECT_TRUE(line.from != nearest && line.to != nearest);
}

}  // namespace
}  // namespace heatlab
