#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/ui/field_view.h"
#include "app/ui/look.h"
#include "render/orbit_camera.h"
#include "render/slice_pick.h"

namespace heatlab::ui {

/// Where the field lies on the screen in one frame: shared by everything that is laid over it.
struct FieldCanvas {
    ImRect area;     ///< left for the field, screen coordinates
    ImRect picture;  ///< the part of it that the field covers
    ImRect overlay;  ///< what pills, tools and cards are aligned to
    ImRect curve;    ///< above the picture, in one dimension: the field as a curve
    GridSize grid;
    PlacedView placed;                  ///< as the picture was drawn
    float pixel_ratio = 1;              ///< framebuffer pixels per unit of the screen
    std::optional<OrbitCamera> camera;  ///< by which it was drawn in space; none: flat
    BoxExtent extent{};                 ///< in space: of the box
    std::optional<Cell> seen;           ///< in space: the cell under the pointer, where known
    int block = 1;                      ///< in space: cells a vertex and axis
    bool volume = false;                ///< in space: all cells of a grid of three dimensions
    /// In space, where three slices of them are shown.
    std::optional<SlicePlaces> slices = std::nullopt;
    int reduction = 1;  ///< of a cloud: pixels, per axis, that were drawn as one

    bool in_space() const { return camera.has_value(); }
    /// In space: a point of the box's space to the screen.
    ImVec2 to_screen(const glm::dvec3& point) const {
        const glm::dvec2 at = camera->project(point);
        return {picture.Min.x + static_cast<float>(at.x) / pixel_ratio,
                picture.Min.y + static_cast<float>(at.y) / pixel_ratio};
    }

    // What follows is for the flat picture.

    /// Cell coordinates (the centre of cell (row, col) is at (row + 0.5, col + 0.5)) to the screen.
    ImVec2 to_screen(double row, double col) const {
        const ViewMapping mapping = placed.mapping();
        return {picture.Min.x + static_cast<float>(mapping.x_of_col(col)) / pixel_ratio,
                picture.Min.y + static_cast<float>(mapping.y_of_row(row)) / pixel_ratio};
    }
    double row_at(ImVec2 point) const {
        return placed.mapping().row_of_y((point.y - picture.Min.y) * pixel_ratio);
    }
    double col_at(ImVec2 point) const {
        return placed.mapping().col_of_x((point.x - picture.Min.x) * pixel_ratio);
    }
    /// The cell under a point; none outside the grid.
    std::optional<Cell> cell_at(ImVec2 point) const {
        const double row = std::floor(row_at(point));
        const double col = std::floor(col_at(point));
        if (row < 0 || col < 0 || row >= grid.height || col >= grid.width)
            return std::nullopt;
        return Cell{static_cast<int>(row), static_cast<int>(col)};
    }
    /// Units of the screen per cell.
    float cell_size() const {
        return static_cast<float>(placed.view.pixels_per_cell) / pixel_ratio;
    }
};

}  // namespace heatlab::ui
