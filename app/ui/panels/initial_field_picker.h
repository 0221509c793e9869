#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// "Start from": a picture of each initial field, and its parameters behind its name.
void draw_initial_fields(const PanelContext& context, const Thumbnails& thumbnails,
                         const ImRect& title_row, const ImRect& picture_row);
/// Size of one picture in `row_width` framebuffer pixels, for Thumbnails::prepare.
ImVec2 thumbnail_size(const Look& look, float row_width);

/// The name of the initial field as a menu of all of them (app bar).
void draw_initial_field_menu(const PanelContext& context, const Thumbnails& thumbnails,
                             const ImRect& area);

}  // namespace heatlab::ui
