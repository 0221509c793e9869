#pragma once

#include <string>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// Height of the card, framebuffer pixels; the same under every policy.
float host_copies_card_height(const Look& look);
/// Copies to the host: the policy to choose, what it moves, and what it costs in steps.
void draw_host_copies_card(const PanelContext& context, const ImRect& area);
/// Where there is no room for the card: the policy in force in one row, which opens the card.
void draw_host_copies_opener(const PanelContext& context, const ImRect& area);

/// "every step", "every 10 steps".
std::string host_copies_words(const HostCopySetting& setting);
/// "21 times fewer steps/s than without copies"; why there is no such figure, where there is none.
std::string host_copies_drop(const HostCopyFigures& figures);

}  // namespace heatlab::ui
