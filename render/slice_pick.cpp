#include "render/slice_pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heatlab {
namespace {

/// Columns, rows and slices, which lie along x, against z and along y of the box.
glm::dvec3 cells_of(GridSize grid) {
    return {grid.width, grid.height, grid.depth};
}

glm::dvec3 to_box(const glm::dvec3& at, const BoxExtent& extent, GridSize grid) {
    const glm::dvec3 part = at / cells_of(grid) - 0.5;
    return extent * glm::dvec3(part.x, part.z, -part.y);
}

glm::dvec3 to_cells(const glm::dvec3& point, const BoxExtent& extent, GridSize grid) {
    const glm::dvec3 part = point / extent;
    return (glm::dvec3(part.x, -part.z, part.y) + 0.5) * cells_of(grid);
}

/// Columns and rows of a plane, and what it is at right angles to, as indices of (column, row,
/// slice): see Plane.
struct PlaneAxes {
    glm::length_t col;
    glm::length_t row;
    glm::length_t across;
};

PlaneAxes axes_of(Axis across) {
    switch (across) {
        case Axis::x:
            return {2, 1, 0};
        case Axis::y:
            return {0, 2, 1};
        case Axis::z:
            break;
    }
    return {0, 1, 2};
}

}  // namespace

std::optional<PlaneCell> pick_slice(const OrbitCamera& camera, const BoxExtent& extent,
                                    GridSize grid, const SlicePlaces& places, double x, double y) {
    // In cells the planes are planes too, and lines lines.
    const glm::dvec3 eye = to_cells(camera.eye(), extent, grid);
    const glm::dvec3 way = to_cells(camera.eye() + camera.ray(x, y), extent, grid) - eye;
    const glm::ivec3 at(places.col, places.row, places.slice);
    const glm::dvec3 cells = cells_of(grid);
    std::optional<PlaneCell> nearest;
    double least = std::numeric_limits<double>::infinity();
    for (const Axis across : {Axis::x, Axis::y, Axis::z}) {
        const PlaneAxes axes = axes_of(across);
        const double distance = (at[axes.across] + 0.5 - eye[axes.across]) / way[axes.across];
        if (!(distance > 0 && distance < least))
            continue;
        const glm::dvec3 point = eye + distance * way;
        const double col = std::floor(point[axes.col]);
        const double row = std::floor(point[axes.row]);
        if (col < 0 || row < 0 || col >= cells[axes.col] || row >= cells[axes.row])
            continue;
        least = distance;
        nearest =
            PlaneCell{{across, at[axes.across]}, {static_cast<int>(row), static_cast<int>(col)}};
    }
    return nearest;
}

std::array<glm::dvec3, 4> corners_of(const PlaneCell& cell, const BoxExtent& extent,
                                     GridSize grid) {
    const PlaneAxes axes = axes_of(cell.plane.across);
    std::array<glm::dvec3, 4> corners{};
    for (int i = 0; i < 4; ++i) {
        glm::dvec3 at{};
        at[axes.col] = cell.cell.col + (i == 1 || i == 2 ? 1 : 0);
        at[axes.row] = cell.cell.row + (i >= 2 ? 1 : 0);
        at[axes.across] = cell.plane.index + 0.5;
        corners.at(static_cast<std::size_t>(i)) = to_box(at, extent, grid);
    }
    return corners;
}

}  // namespace heatlab
