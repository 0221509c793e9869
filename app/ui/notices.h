#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The notice to show, if any, as a banner across the top of `area`; emits its commands. Returns
/// the height taken in framebuffer pixels, 0 without a notice: what lies below moves down by it (it
/// slides open). The field sheet calls it below its header.
float draw_notice(const PanelContext& context, const ImRect& area);

/// The same in presenter's mode, whose look is scaled by the window's height: in type for the last
/// row of a room.
float draw_lecture_notice(const PanelContext& context, const ImRect& area);

/// What a notice's banner is tinted with.
ImU32 notice_colour(const Palette& palette, Notice::Kind kind);

}  // namespace heatlab::ui
