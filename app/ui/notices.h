#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// The notice to show, if any, as a banner across the top of `area`; emits its commands. Returns
/// the height taken in framebuffer pixels, 0 without a notice: what lies below moves down by it (it
/// slides open). The field sheet calls it below its header.
float draw_notice(const PanelContext& context, const ImRect& area);

}  // namespace heatlab::ui
