#pragma once

#include <cstddef>
#include <vector>

#include "app/ui/look.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Where the sheets of Compare lie; whole pixels.
struct CompareLayout {
    std::vector<ImRect> views;  ///< A first
    ImRect difference;
    ImRect race;       ///< empty in a narrow window; both panels in a compact one
    ImRect agreement;  ///< empty but in a wide window
    ImRect transport;
};

/// `area`: between app bar and status bar. `aspect`: the grid's width over its height. All views
/// are of one size, in rows; the difference takes what they leave of the last row.
CompareLayout compare_layout(const Look& look, WidthClass width_class, const ImRect& area,
                             std::size_t views, double aspect);

inline constexpr float view_header_height = 42;  ///< logical pixels
inline constexpr float view_margin = 16;         ///< round the picture of a view

}  // namespace heatlab::ui
