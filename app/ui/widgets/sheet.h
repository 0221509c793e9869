#pragma once

#include "app/ui/look.h"

namespace heatlab::ui {

/// Turns the docked window into a rounded sheet: masks the corners of its dock node in `canvas` and
/// outlines it. Call last in the window, once per dock node.
void round_sheet(const Look& look, ImGuiWindow* window);

/// Rounds the corners of `area` that lies on `background` by masking them.
void mask_corners(ImDrawList& list, const ImRect& area, float radius, ImU32 background);

}  // namespace heatlab::ui
