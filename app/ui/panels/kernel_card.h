#pragma once

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// What a kernel does in one sentence, its tile drawn to scale, and facts from the kernel table and
/// from the device. Tile and facts stand side by side where `room` (framebuffer pixels) is too low
/// for one above the other, and the facts are as many as it has room for.
void draw_kernel_card(const PanelContext& context, const KernelFigures& figures,
                      const ImRect& area);
float kernel_card_height(const PanelContext& context, const KernelFigures& figures, float width,
                         float room);

}  // namespace heatlab::ui
