#pragma once

#include <array>
#include <optional>

#include "app/ui/panel_context.h"
#include "app/ui/plot_axis.h"

namespace heatlab::ui {

/// Which curve the growth panel shows.
enum class TraceQuantity { wave, magnitude, energy };

/// The fastest wave against theory, on a logarithmic axis: measured and predicted factor, the per
/// cent between them, and when the field will overshoot and overflow. Keeps only what its axes
/// show.
class GrowthPanel {
public:
    /// Over `area` of the current window.
    void draw(const PanelContext& context, const ImRect& area);

    const AxisLimits& steps_axis() const { return steps_; }
    const AxisLimits& values_axis() const { return values_[static_cast<std::size_t>(shown_)]; }

private:
    void follow_run(const Traces& traces);
    void fit(const Traces& traces, double first_step);
    void grow(const Traces& traces);
    void draw_header(const PanelContext& context, const ImRect& row, const ImRect& second);
    void draw_figures(const PanelContext& context, const ImRect& row, const ImRect& second) const;
    void draw_plot(const PanelContext& context, const Traces& traces, const ImRect& area);

    TraceQuantity shown_ = TraceQuantity::wave;
    AxisLimits steps_;
    std::array<AxisLimits, 3> values_;  ///< decimal logarithms
    std::int64_t newest_step_ = -1;
    bool whole_run_ = true;  ///< what the last fit showed
};

/// Begins a sheet that shows traces: what its margins leave of `sheet`. Where there is nothing to
/// show yet (switched off, or before the first step) it draws a sentence, under `title` where no
/// tab names the sheet, and returns none.
std::optional<ImRect> begin_trace_sheet(const PanelContext& context, const ImRect& sheet,
                                        const char* title);

}  // namespace heatlab::ui
