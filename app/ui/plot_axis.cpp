#include "app/ui/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/format.h"
#include "app/ui/field_numbers.h"

namespace heatlab::ui {
namespace {

double power_below(double value) {
    return std::pow(10.0, std::floor(std::log10(value) + 1e-9));
}

/// The smallest of the multiples of a power of ten that is at least `value`.
template <std::size_t N>
double round_up(double value, const std::array<double, N>& multiples) {
    const double power = power_below(value);
    for (const double multiple : multiples) {
        if (multiple * power >= value * (1 - 1e-9)) {
            return multiple * power;
        }
    }
    return 10 * power;
}

constexpr std::array<double, 8> step_multiples{1, 1.5, 2, 3, 4, 5, 6, 8};
constexpr std::array<double, 3> plain_multiples{1, 2, 5};

double round_step(double rough) {
    return rough > 0 ? round_up(rough, plain_multiples) : 1;
}

/// Whole multiples of `step` within the limits.
template <typename Label>
std::vector<AxisTick> ticks_every(const AxisLimits& limits, double step, Label label) {
    std::vector<AxisTick> ticks;
    const double first = std::ceil(limits.low / step - 1e-6);
    const double last = std::floor(limits.high / step + 1e-6);
    for (double i = first; i <= last; i += 1) {
        ticks.push_back({i * step, label(i * step)});
    }
    return ticks;
}

double step_for(const AxisLimits& limits, int most, double least) {
    double step = std::max(least, round_step(limits.span() / std::max(1, most)));
    while (std::floor(limits.high / step + 1e-6) - std::ceil(limits.low / step - 1e-6) + 1 > most) {
        step = round_step(step * 1.5);
    }
    return step;
}

/// Collects the points of one pixel column.
class Column {
public:
    void add(const PlotPoint& point) {
        if (count_ == 0) {
            first_ = lowest_ = highest_ = point;
        }
        lowest_ = point.y < lowest_.y ? point : lowest_;
        highest_ = point.y > highest_.y ? point : highest_;
        last_ = point;
        ++count_;
    }
    void flush(std::vector<PlotPoint>& out) {
        if (count_ == 0) {
            return;
        }
        std::array<PlotPoint, 4> kept{first_, lowest_, highest_, last_};
        std::stable_sort(kept.begin(), kept.end(),
                         [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (i == 0 || kept[i].x != kept[i - 1].x) {
                out.push_back(kept[i]);
            }
        }
        count_ = 0;
    }

private:
    PlotPoint first_;
    PlotPoint lowest_;
    PlotPoint highest_;
    PlotPoint last_;
    int count_ = 0;
};

}  // namespace

AxisLimits widened_to_steps(const AxisLimits& now, double first, double last) {
    const AxisLimits from = now.empty() ? AxisLimits{first, first} : now;
    if (!now.empty() && last <= now.high) {
        return now;
    }
    return {from.low, from.low + round_up(std::max(last - from.low, 10.0), step_multiples)};
}

AxisLimits widened_to_decades(const AxisLimits& now, double low, double high) {
    if (!std::isfinite(low) || !std::isfinite(high)) {
        return now;
    }
    // A little air above and below; at least three decades, so that noise does not fill the plot.
    AxisLimits wanted{std::floor(low - 0.2), std::ceil(high + 0.2)};
    if (now.empty()) {
        wanted.low = std::min(wanted.low, wanted.high - 3);
        return wanted;
    }
    // Grows by a third of what it shows, so that a steady climb does not move it all the time.
    const double stride = std::ceil(now.span() / 3);
    if (wanted.low < now.low) {
        wanted.low = std::min(wanted.low, now.low - stride);
    }
    if (wanted.high > now.high) {
        wanted.high = std::max(wanted.high, now.high + stride);
    }
    return {std::min(now.low, wanted.low), std::max(now.high, wanted.high)};
}

AxisLimits widened_to_values(const AxisLimits& now, double low, double high) {
    if (!std::isfinite(low) || !std::isfinite(high)) {
        return now;
    }
    if (!now.empty() && low >= now.low && high <= now.high) {
        return now;
    }
    const double least = now.empty() ? low : std::min(low, now.low);
    const double most = now.empty() ? high : std::max(high, now.high);
    const double span =
        std::max({most - least, 1e-3 * std::max(std::abs(least), std::abs(most)), 1e-30});
    const double step = round_step(span / 4);
    return {std::floor(least / step + 1e-6) * step,
            std::ceil(most / step - 1e-6) * step + (most > least ? 0 : step)};
}

std::vector<AxisTick> step_ticks(const AxisLimits& limits, int most) {
    return ticks_every(limits, step_for(limits, most, 1), [](double at) {
        return format_integer(static_cast<std::int64_t>(std::llround(at)));
    });
}

std::vector<AxisTick> decade_ticks(const AxisLimits& limits, int most) {
    double step = 1;
    for (const double next : {1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0}) {
        step = next;
        if (std::floor(limits.high / step) - std::ceil(limits.low / step) + 1 <= most) {
            break;
        }
    }
    return ticks_every(limits, step,
                       [](double at) { return power_of_ten(static_cast<int>(std::lround(at))); });
}

std::vector<AxisTick> value_ticks(const AxisLimits& limits, int most) {
    const double step = step_for(limits, most, 0);
    const double largest = std::max(std::abs(limits.low), std::abs(limits.high));
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 6);
    return ticks_every(limits, step, [largest, decimals](double at) {
        return largest >= 1e5 || largest < 1e-4 ? format_significant(at, 2)
                                                : format_fixed(at, decimals);
    });
}

std::string power_of_ten(int exponent) {
    return exponent == 0 ? "1" : "10" + superscript(exponent);
}

double symmetric_log(double value, double unit) {
    return std::copysign(std::log10(1 + std::abs(value) / unit), value);
}

std::vector<PlotPoint> decimated(std::span<const PlotPoint> points, const AxisLimits& x,
                                 int columns) {
    std::vector<PlotPoint> out;
    out.reserve(std::min(points.size(), static_cast<std::size_t>(4 * std::max(1, columns))));
    const double scale = x.empty() ? 0 : columns / x.span();
    Column column;
    double current = 0;
    for (const PlotPoint& point : points) {
        const double at = std::floor((point.x - x.low) * scale);
        if (at != current || std::isnan(point.y)) {
            column.flush(out);
            current = at;
        }
        if (std::isnan(point.y)) {
            if (!out.empty() && !std::isnan(out.back().y)) {
                out.push_back(point);
            }
        } else {
            column.add(point);
        }
    }
    column.flush(out);
    return out;
}

}  // namespace heatlab::ui
