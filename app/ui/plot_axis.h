#pragma once

#include <span>
#include <string>
#include <vector>

namespace heatlab::ui {

/// What an axis shows. Empty before anything was plotted.
struct AxisLimits {
    double low = 0;
    double high = 0;

    bool empty() const { return !(high > low); }
    double span() const { return high - low; }
    friend bool operator==(const AxisLimits&, const AxisLimits&) = default;
};

// An axis only grows: what it has shown stays where it is until it must give room to something
// outside, and then it grows to a round limit, so that a curve does not creep.

/// Steps from `first` on, never below; the upper limit is 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power
/// of ten above the lower one.
AxisLimits widened_to_steps(const AxisLimits& now, double first, double last);
/// Decimal logarithms; limits are whole decades.
AxisLimits widened_to_decades(const AxisLimits& now, double low, double high);
/// Any values; limits are 1, 2 or 5 times a power of ten apart.
AxisLimits widened_to_values(const AxisLimits& now, double low, double high);

struct AxisTick {
    double at = 0;
    std::string label;
};

/// At most `most` of them, at least 1 asked for.
std::vector<AxisTick> step_ticks(const AxisLimits& limits, int most);
/// "10⁻³", and "1" for 10⁰.
std::vector<AxisTick> decade_ticks(const AxisLimits& limits, int most);
std::vector<AxisTick> value_ticks(const AxisLimits& limits, int most);

/// "10³⁸", "10⁻³", "1".
std::string power_of_ten(int exponent);

/// The line through values of any size and sign that is linear up to `unit` and logarithmic beyond:
/// sign(v) log10(1 + |v| / unit).
double symmetric_log(double value, double unit);

struct PlotPoint {
    double x = 0;
    double y = 0;  ///< NaN: a gap
};

/// The same curve on `columns` pixels: of the points of one column the first, the lowest, the
/// highest and the last, in order; gaps stay. Points by ascending x.
std::vector<PlotPoint> decimated(std::span<const PlotPoint> points, const AxisLimits& x,
                                 int columns);

}  // namespace heatlab::ui
