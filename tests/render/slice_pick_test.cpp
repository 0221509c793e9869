// Which cell of three slices lies under a pixel, against the camera's way from cells to pixels.

#include "render/slice_pick.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

namespace heatlab {
namespace {

constexpr int width = 900;
constexpr int height = 600;
const GridSize grid = GridSize::box(9, 6, 5);
const SlicePlaces places{4, 2, 3};

/// The middle of a cell in the box's space: columns to the right, rows downwards, slices away from
/// the front.
glm::dvec3 middle_of(int col, int row, int slice, const BoxExtent& extent) {
    return {extent.x * ((col + 0.5) / grid.width - 0.5),
            extent.y * ((slice + 0.5) / grid.depth - 0.5),
            -extent.z * ((row + 0.5) / grid.height - 0.5)};
}

struct Seen {
    PlaneCell cell;
    double distance;  ///< of its middle from the eye
    glm::dvec2 at;    ///< pixel
};

/// The middles of the cells of a plane.
std::vector<Seen> cells_of(Axis across, const OrbitCamera& camera, const BoxExtent& extent) {
    const Plane plane{across, across == Axis::x   ? places.col
                              : across == Axis::y ? places.row
                                                  : places.slice};
    const GridSize size = plane_size(grid, across);
    std::vector<Seen> cells;
    for (int row = 0; row < size.height; ++row) {
        for (int col = 0; col < size.width; ++col) {
            const Cell in_memory = cell_of_plane(grid, plane, {row, col});
            const glm::dvec3 middle = middle_of(in_memory.col, in_memory.row % grid.height,
                                                in_memory.row / grid.height, extent);
            cells.push_back(
                {{plane, {row, col}}, glm::distance(middle, camera.eye()), camera.project(middle)});
        }
    }
    return cells;
}

TEST(SlicePick, FindsTheCellWhoseMiddleIsSeenUnlessANearerOneHidesIt) {
    const BoxExtent extent = volume_extent(grid.width, grid.height, grid.depth);
    for (const OrbitView& view : {OrbitView{}, OrbitView{150, 10, 1}, OrbitView{-60, 70, 2}}) {
        const OrbitCamera camera(view, extent, width, height, 40);
        int found_itself = 0;
        int planes_seen[3] = {};
        for (const Axis across : {Axis::x, Axis::y, Axis::z}) {
            for (const Seen& seen : cells_of(across, camera, extent)) {
                const auto picked = pick_slice(camera, extent, grid, places, seen.at.x, seen.at.y);
                ASSERT_TRUE(picked);
                if (*picked == seen.cell) {
                    ++found_itself;
                    ++planes_seen[static_cast<int>(across)];
                    continue;
                }
                // What hides it is a cell of another plane, and nearer.
                EXPECT_NE(picked->plane.across, across);
                const Cell in_memory = cell_of_plane(grid, picked->plane, picked->cell);
                const glm::dvec3 middle = middle_of(in_memory.col, in_memory.row % grid.height,
                                                    in_memory.row / grid.height, extent);
                EXPECT_LT(glm::distance(middle, camera.eye()), seen.distance + 0.12);
            }
        }
        EXPECT_GT(found_itself, 45);  // of 45 + 30 + 54
        for (const int count : planes_seen)
            EXPECT_GT(count, 5);
    }
}

TEST(SlicePick, FindsNothingBesideTheBox) {
    const BoxExtent extent = volume_extent(grid.width, grid.height, grid.depth);
    const OrbitCamera camera(OrbitView{}, extent, width, height, 40);
    for (const auto& [x, y] : {std::pair(1, 1), std::pair(width - 1, 1), std::pair(1, height - 1),
                               std::pair(width - 1, height - 1)})
        EXPECT_FALSE(pick_slice(camera, extent, grid, places, x, y)) << x << ", " << y;
}

TEST(SlicePick, TheCornersLieRoundTheMiddle) {
    const BoxExtent extent = volume_extent(grid.width, grid.height, grid.depth);
    const PlaneCell cell{{Axis::x, 4}, {2, 3}};  // column 4, row 2, slice 3
    glm::dvec3 sum{};
    for (const glm::dvec3& corner : corners_of(cell, extent, grid))
        sum += corner;
    EXPECT_LT(glm::distance(sum / 4.0, middle_of(4, 2, 3, extent)), 1e-12);
}

}  // namespace
}  // namespace heatlab
