#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/plot_axis.h"

namespace heatlab::ui {

/// Measured and predicted growth over a range of r: the range, start and cancel, progress, and the
/// plot as it fills in.
class SweepPage {
public:
    void draw(const PanelContext& context, Rows& rows);

private:
    void draw_range(const PanelContext& context, Rows& rows);
    void draw_progress(const PanelContext& context, Rows& rows);
    void draw_plot(const PanelContext& context, const ImRect& area) const;

    RatioSweep wanted_;
    int dimensions_ = 2;  ///< that `wanted_` is meant for
};

}  // namespace heatlab::ui
