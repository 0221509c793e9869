#pragma once

#include <string>

#include "app/settings.h"
#include "render/view_transform.h"
#include "sim/grid.h"

namespace heatlab::ui {

/// Zoom that the wheel and the buttons stop at, in framebuffer pixels per cell. A grid whose fitted
/// zoom lies beyond widens them.
inline constexpr double minimum_zoom = 0.02;
inline constexpr double maximum_zoom = 64;

/// Where the field lies in the area that the sheet leaves for it. All in framebuffer pixels.
struct PlacedView {
    int x = 0;  ///< of the picture, from the area's corner: the part of the area that
    int y = 0;  ///< the field covers
    int width = 0;
    int height = 0;
    ViewTransform view;       ///< of the picture
    ViewTransform area_view;  ///< the same view seen by the whole area

    bool empty() const { return width <= 0 || height <= 0; }
    ViewMapping mapping() const { return ViewMapping(view, width, height); }
};

/// Places a view of `grid` in an area. The middle of the area always shows a cell, so that the
/// field is never lost.
PlacedView place_view(GridSize grid, const ViewSetting& setting, int area_width, int area_height);

/// The view as a setting, no longer fitted.
ViewSetting setting_of(const ViewTransform& view);
ViewTransform transform_of(const ViewSetting& setting);

/// Another zoom, held in its limits; what lies under (x, y) of the area stays there.
ViewSetting zoomed(GridSize grid, const PlacedView& placed, int area_width, int area_height,
                   double x, double y, double pixels_per_cell);
/// Moved by pixels: the content follows the pointer.
ViewSetting panned(GridSize grid, const PlacedView& placed, double dx, double dy);
/// Shows the rectangle between two points of the area as large as fits.
ViewSetting zoomed_to(GridSize grid, const PlacedView& placed, int area_width, int area_height,
                      double x0, double y0, double x1, double y1);

/// The zoom after `notches` of the wheel. Whole notches rest on whole pixels per cell.
double zoom_after(double pixels_per_cell, double notches);

/// "33 %", or "10 px per cell" where a cell is larger than two pixels.
std::string zoom_text(double pixels_per_cell);

}  // namespace heatlab::ui
