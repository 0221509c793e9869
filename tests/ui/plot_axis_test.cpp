// Axes of plots: how they grow, their ticks, and points that are thinned.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "app/ui/plot_axis.h"
#include "app/ui/widgets/plot.h"

namespace heatlab {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(PlotAxis, GrowsAndNeverShrinks) {
    ui::AxisLimits steps = ui::widened_to_steps({}, 0, 3);
    EXPECT_EQ(steps, (ui::AxisLimits{0, 10}));
    steps = ui::widened_to_steps(steps, 0, 120);
    EXPECT_EQ(steps, (ui::AxisLimits{0, 150}));
    EXPECT_EQ(ui::widened_to_steps(steps, 0, 7), steps);
    ui::AxisLimits decades = ui::widened_to_decades({}, -1.5, 0.3);
    EXPECT_LE(decades.low, -1.5);
    EXPECT_GE(decades.high, 0.3);
    const ui::AxisLimits wider = ui::widened_to_decades(decades, -9, 0);
    EXPECT_LE(wider.low, -9);
    EXPECT_EQ(wider.high, decades.high);
    EXPECT_EQ(ui::widened_to_decades(wider, nan, nan), wider);
    const ui::AxisLimits values = ui::widened_to_values({}, 0, 1);
    EXPECT_EQ(ui::widened_to_values(values, 0.4, 0.6), values);
    EXPECT_GE(ui::widened_to_values(values, 0, 17).high, 17);
}

TEST(PlotAxis, TicksLieInsideAndAreFew) {
    for (const double high : {10.0, 150.0, 2000.0, 3.0e6}) {
        const ui::AxisLimits limits{0, high};
        const auto ticks = ui::step_ticks(limits, 5);
        EXPECT_GE(ticks.size(), 2u) << high;
        EXPECT_LE(ticks.size(), 5u) << high;
        for (const ui::AxisTick& tick : ticks)
            EXPECT_LE(tick.at, high);
    }
    const auto decades = ui::decade_ticks({-9, 38}, 4);
    EXPECT_LE(decades.size(), 4u);
    EXPECT_EQ(ui::power_of_ten(-3), "10⁻³");
    EXPECT_EQ(ui::power_of_ten(0), "1");
}

TEST(PlotAxis, ThinningKeepsExtremesAndGaps) {
    std::vector<ui::PlotPoint> points;
    for (int i = 0; i < 4096; ++i)
        points.push_back({static_cast<double>(i), std::sin(i * 0.01)});
    points[1234].y = 50;
    points[3000].y = -40;
    points[2000].y = nan;
    const auto thin = ui::decimated(points, {0, 4096}, 200);
    EXPECT_LE(thin.size(), 4u * 200 + 8);
    bool high = false;
    bool low = false;
    bool gap = false;
    double last = -1;
    for (const ui::PlotPoint& point : thin) {
        high = high || point.y == 50;
        low = low || point.y == -40;
        gap = gap || std::isnan(point.y);
        EXPECT_GE(point.x, last);
        last = point.x;
    }
    EXPECT_TRUE(high && low && gap);
    EXPECT_EQ(thin.front().x, 0);
    EXPECT_EQ(thin.back().x, 4095);
}

}  // namespace
}  // namespace heatlab
