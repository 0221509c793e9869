#include "app/ui/field_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>
#include <utility>

namespace heatlab::ui {
namespace {

ViewTransform held_on_field(GridSize grid, ViewTransform view) {
    view.centre_col = std::clamp(view.centre_col, 0.0, static_cast<double>(grid.width));
    view.centre_row = std::clamp(view.centre_row, 0.0, static_cast<double>(grid.height));
    return view;
}

double held_zoom(GridSize grid, int area_width, int area_height, double pixels_per_cell) {
    const double fitted = fit_view(grid, area_width, area_height).pixels_per_cell;
    return std::clamp(pixels_per_cell, std::min(minimum_zoom, fitted),
                      std::max(maximum_zoom, fitted));
}

}  // namespace

ViewSetting setting_of(const ViewTransform& view) {
    return {.fit = false,
            .centre_col = view.centre_col - 0.5,
            .centre_row = view.centre_row - 0.5,
            .pixels_per_cell = view.pixels_per_cell};
}

ViewTransform transform_of(const ViewSetting& setting) {
    return {.centre_col = setting.centre_col + 0.5,
            .centre_row = setting.centre_row + 0.5,
            .pixels_per_cell = setting.pixels_per_cell};
}

PlacedView place_view(GridSize grid, const ViewSetting& setting, int area_width, int area_height) {
    PlacedView placed;
    if (area_width <= 0 || area_height <= 0)
        return placed;
    ViewTransform view = fit_view(grid, area_width, area_height);
    if (!setting.fit) {
        view = held_on_field(grid, transform_of(setting));
        view.pixels_per_cell = held_zoom(grid, area_width, area_height, setting.pixels_per_cell);
    }
    placed.area_view = view;
    const ViewMapping area(view, area_width, area_height);
    const auto part = [](double begin, double end, int limit) {
        const int low = std::clamp(static_cast<int>(std::lround(std::max(begin, -1.0))), 0, limit);
        const int high = std::clamp(
            static_cast<int>(std::lround(std::min(end, static_cast<double>(limit) + 1))), 0, limit);
        return std::pair{std::min(low, limit - 1), std::max(1, high - low)};
    };
    std::tie(placed.x, placed.width) =
        part(area.x_of_col(0), area.x_of_col(grid.width), area_width);
    std::tie(placed.y, placed.height) =
        part(area.y_of_row(0), area.y_of_row(grid.height), area_height);
    placed.view = {.centre_col = area.col_of_x(placed.x + 0.5 * placed.width),
                   .centre_row = area.row_of_y(placed.y + 0.5 * placed.height),
                   .pixels_per_cell = view.pixels_per_cell};
    return placed;
}

ViewSetting zoomed(GridSize grid, const PlacedView& placed, int area_width, int area_height,
                   double x, double y, double pixels_per_cell) {
    const double zoom = held_zoom(grid, area_width, area_height, pixels_per_cell);
    return setting_of(
        held_on_field(grid, zoom_view(placed.area_view, area_width, area_height, x, y, zoom)));
}

ViewSetting panned(GridSize grid, const PlacedView& placed, double dx, double dy) {
    return setting_of(held_on_field(grid, pan_view(placed.area_view, dx, dy)));
}

ViewSetting zoomed_to(GridSize grid, const PlacedView& placed, int area_width, int area_height,
                      double x0, double y0, double x1, double y1) {
    const ViewMapping area(placed.area_view, area_width, area_height);
    const double width = std::max(1.0, std::abs(x1 - x0));
    const double height = std::max(1.0, std::abs(y1 - y0));
    const double zoom =
        placed.area_view.pixels_per_cell * std::min(area_width / width, area_height / height);
    return setting_of(
        held_on_field(grid, {.centre_col = area.col_of_x(0.5 * (x0 + x1)),
                             .centre_row = area.row_of_y(0.5 * (y0 + y1)),
                             .pixels_per_cell = held_zoom(grid, area_width, area_height, zoom)}));
}

double zoom_after(double pixels_per_cell, double notches) {
    const double zoom = pixels_per_cell * std::exp2(notches / 4);
    if (std::abs(notches) < 1)  // a touch pad: its small steps must not be held by a whole zoom
        return zoom;
    const double whole = std::round(zoom);
    return whole >= 1 && std::abs(zoom - whole) < 0.07 * zoom ? whole : zoom;
}

std::string zoom_text(double pixels_per_cell) {
    char text[32];
    if (pixels_per_cell > 2.005) {
        const bool whole = std::abs(pixels_per_cell - std::round(pixels_per_cell)) < 0.05;
        std::snprintf(text, sizeof text, whole ? "%.0f px per cell" : "%.1f px per cell",
                      pixels_per_cell);
    } else {
        const double percent = 100 * pixels_per_cell;
        std::snprintf(text, sizeof text, percent < 9.95 ? "%.1f\u2009%%" : "%.0f\u2009%%", percent);
    }
    return text;
}

}  // namespace heatlab::ui
