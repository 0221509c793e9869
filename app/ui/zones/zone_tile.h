#pragma once

#include <optional>

#include "app/ui/panel_context.h"

namespace heatlab::ui {

/// A tile with its ghost zone, drawn to scale, as it is after each step of a launch: of a plate
/// from above, of a rod with the steps upward, of a block the slice through its middle. Keeps the
/// step that is shown, and whether it moves on by itself.
class ZoneTile {
public:
    void draw(const PanelContext& context, const ImRect& area);

private:
    void draw_steps(const PanelContext& context, const ghost::Zone& zone, const ImRect& row);
    void move_on(const Look& look, const ghost::Zone& zone);

    float step_ = 0;  ///< of the launch that is shown, fractions while it moves
    bool moving_ = false;
    ghost::Zone zone_{};  ///< of the last frame
};

}  // namespace heatlab::ui
