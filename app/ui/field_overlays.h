#pragma once

#include <string>

#include "app/ui/field_canvas.h"
#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Whether the field has a checkerboard that is seen beside its slopes. The stairs of a slanted
/// edge, up to 0.107 of its height, are none: they are drawn as they are, and need no word.
bool checkerboard_stands_out(const Snapshot& snapshot);

/// How the field reaches the screen, in words.
struct RungWords {
    const char* name;  ///< "interop"
    std::string cost;  ///< "0 B/frame to host"
    std::string why;   ///< and what can be done about it
};
RungWords rung_words(const DisplayStatus& display);

enum class Pills { all, of_picture };

/// Pills at the top left: the rung of the display, how flashing is held back, a checkerboard finer
/// than a pixel. `of_picture`: without the rung. Returns the lower edge of their last row.
float draw_field_pills(const PanelContext& context, const FieldCanvas& canvas,
                       Pills which = Pills::all);

/// Cells and metres, bottom right. Returns what it covers.
ImRect draw_scale_bar(const PanelContext& context, const FieldCanvas& canvas);

/// Past this grid's bound: what happens, and the way back. Bottom left, right of `tools` where they
/// reach down to it, above `scale_bar` where there is no room beside it.
void draw_growth_pill(const PanelContext& context, const FieldCanvas& canvas, const ImRect& tools,
                      const ImRect& scale_bar);

/// Before anything ran, and where no lesson says what to do: which key starts the heat. Above
/// `scale_bar` where there is no room beside it, and clear of `tools`.
void draw_start_card(const PanelContext& context, const FieldCanvas& canvas, const ImRect& tools,
                     const ImRect& scale_bar);

/// The frame round the field while it is unstable or no longer finite.
void draw_state_frame(const PanelContext& context, const ImRect& picture);

}  // namespace heatlab::ui
