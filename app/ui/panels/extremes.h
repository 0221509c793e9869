#pragma once

#include "app/ui/panel_context.h"
#include "app/ui/plot_axis.h"

namespace heatlab::ui {

/// Largest and smallest value against step, over the range the field began with, and the light of
/// the maximum principle: whether a value left that range, when first, and where. Keeps only what
/// its axes show.
class ExtremesPanel {
public:
    /// Over `area` of the current window.
    void draw(const PanelContext& context, const ImRect& area);

    const AxisLimits& values_axis() const { return values_; }

private:
    void follow_run(const PanelContext& context, const Traces& traces);
    void fit(const Traces& traces);
    void grow(const MaximumPrinciple& principle, const Traces& traces);
    double shown(double value) const;
    void draw_plot(const PanelContext& context, const Traces& traces, const ImRect& area);

    AxisLimits steps_;
    AxisLimits values_;  ///< as `shown` maps them
    double unit_ = 1;    ///< the initial range, or 1 where that has no width
    bool logarithmic_ = false;
    std::int64_t newest_step_ = -1;
};

/// Shows a cell of the grid's memory: moves the view there where cells are small, of a block to the
/// plane across the present axis that holds it, and pins the read-out to it.
void show_cell(const PanelContext& context, Cell cell);

}  // namespace heatlab::ui
