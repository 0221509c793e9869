#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/widgets/plot.h"

namespace heatlab::ui {

/// Time against the size of the grid, for all kernels: start and cancel, progress, and the plot as
/// it fills in, with the copy as the ceiling and the cache's size as a mark.
class SizesPanel {
public:
    /// Into the current window, from the cursor on.
    void draw(const PanelContext& context);

private:
    void draw_controls(const PanelContext& context, Rows& rows);
    void draw_plot(const PanelContext& context, const SizeSweepState& sweep, const ImRect& area);
    void draw_curves(const PanelContext& context, const SizeSweepState& sweep, Plot& plot) const;
    void draw_legend(const PanelContext& context, const SizeSweepState& sweep, Rows& rows);

    int largest_ = 8192;         ///< cells a side
    int mode_ = 0;               ///< cells a second, or time per step
    int pointed_side_ = 0;       ///< cells; 0: the pointer is elsewhere
    std::string_view lit_ = {};  ///< kernel whose row in the legend is under the pointer
};

}  // namespace heatlab::ui
