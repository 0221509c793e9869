#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/thumbnails.h"

namespace heatlab::ui {

/// "Start from": a picture of each initial field, and its parameters behind its name.
void draw_initial_fields(const PanelContext& context, const Thumbnails& thumbnails,
                         const ImRect& title_row, const ImRect& picture_row);
/// Size of one picture in `row_width` framebuffer pixels, for Thumbnails::prepare.
ImVec2 thumbnail_size(const Look& look, float row_width);

/// All of them as rows of an open menu, each with its sentence, and a path.
void draw_initial_field_items(const PanelContext& context, const Thumbnails& thumbnails);
/// The same by title alone, `width` framebuffer pixels wide.
void draw_initial_field_rows(const PanelContext& context, const Thumbnails& thumbnails,
                             float width);

}  // namespace heatlab::ui
