#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/look.h"
#include "app/ui/plot_axis.h"

namespace heatlab::ui {

/// What a plot's axes are, for one frame.
struct PlotAxes {
    AxisLimits x;
    AxisLimits y;
    std::vector<AxisTick> x_ticks;
    std::vector<AxisTick> y_ticks;
};

/// A plot of the house: two axis lines, few ticks, no frame and no grid. Draws between construction
/// and destruction; what it draws is clipped to the axes.
class Plot {
public:
    /// `id`: the item's label, also for tests; a double click on it asks to fit.
    Plot(const Look& look, const char* id, const ImRect& area, const PlotAxes& axes);
    ~Plot();
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

    /// False where there is no room: nothing may be drawn then.
    bool visible() const { return visible_; }
    const ImRect& inner() const { return inner_; }
    ImVec2 to_screen(double x, double y) const;
    /// The x under the pointer; only while `hovered`.
    double pointed_x() const;
    bool hovered() const { return hovered_; }
    bool fit_asked() const { return fit_asked_; }

    /// 2 px; NaN leaves a gap. Thinned to the pixel columns.
    void line(std::span<const PlotPoint> points, ImU32 colour, float weight = 2);
    /// Straight between two points, dashed, moved by `offset` pixels downwards.
    void dashed(PlotPoint from, PlotPoint to, ImU32 colour, float offset = 0);
    /// Between two values, over the whole width.
    void band(double low, double high, ImU32 colour);
    void level(double y, ImU32 colour);
    /// A thin vertical; its label stands at the top, right of it, or left where there is no room.
    /// Labels that would meet the one before are left out. Call from the newest to the oldest.
    void upright(double x, std::string_view label, ImU32 colour);
    void dot(double x, double y, ImU32 colour, float radius = 3);
    /// Where the curve ends for good: a cross at the upper edge.
    void lost(double x, ImU32 colour);

private:
    const Look& look_;
    ImRect inner_;
    AxisLimits x_;
    AxisLimits y_;
    float label_limit_ = 0;  ///< labels of uprights end left of this
    bool visible_ = false;
    bool hovered_ = false;
    bool fit_asked_ = false;
};

}  // namespace heatlab::ui
