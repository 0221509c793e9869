#pragma once

#include <optional>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

inline constexpr float colour_bar_gutter = 82;  ///< logical pixels, beside the picture

/// The map from low to high with five numbers, a square-root histogram of the field, the hovered
/// value, end caps and typed bounds where the range is locked, and what is not finite in a legend
/// below. `area`: the height of the bar and its gutter's width.
void draw_colour_bar(const PanelContext& context, const ImRect& area, std::optional<float> hovered);

/// The map from low to high with as many numbers as the height has room for, and what belongs to
/// them below. `area`: the height of the bar and its gutter's width, plain_bar_gutter at least.
void draw_plain_bar(const Look& look, const ImRect& area, const ColorMap& map, double low,
                    double high);
inline constexpr float plain_bar_gutter = 74;  ///< logical pixels, the gap to the picture included

/// The map alone, from low at the bottom to high at the top.
void draw_map_upright(ImDrawList& list, const ImRect& bar, const ColorMap& map);

}  // namespace heatlab::ui
