#pragma once

#include "app/ui/look.h"

namespace heatlab::ui {

/// Padding left and right inside a sheet, logical pixels.
inline constexpr float panel_padding = 16;

/// Where a panel lays its rows out: the window's content from the scroll position on, without
/// padding at the sides.
inline ImRect panel_area(const Look& look) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float pad = look.px(panel_padding);
    return {std::floor(at.x) + pad, std::floor(at.y), std::floor(at.x + room.x) - pad,
            std::floor(at.y + room.y)};
}

/// Left free below what a panel draws.
inline float panel_foot(const Look& look) {
    return look.px(6);
}

/// Tells the window how far the panel reached, so that it scrolls where it is too low.
inline void finish_panel(const Look& look, const Rows& rows) {
    ImGui::SetCursorScreenPos(ImVec2(rows.left(), rows.y()));
    ImGui::Dummy(ImVec2(1, panel_foot(look)));
}

}  // namespace heatlab::ui
