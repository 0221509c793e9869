#include "app/value_range.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {
namespace {

constexpr double shrink_margin = 1.1;
constexpr double snap_part = 0.002;    // of the span: less than one of 256 colours
constexpr double rounding = 1 - 1e-6;  // 1.0000001, as float32 may give, still counts as 1
// Growth past this factor is not eased: a field that outruns the easing would be all one colour.
constexpr double largest_lag = 4;
constexpr double smallest_magnitude = 1e-37;  // below, float32 has no digits left

// The smallest of {1, 2, 5} x 10^n that is at least `value` > 0. Powers of ten are computed from
// whole exponents, so that 0.2 is the double 0.2.
double round_up_125(double value) {
    const double wanted = value * rounding;
    for (int exponent = static_cast<int>(std::floor(std::log10(wanted))) - 1;; ++exponent) {
        for (double digit : {1.0, 2.0, 5.0}) {
            const double candidate = exponent >= 0 ? digit * std::pow(10.0, exponent)
                                                   : digit / std::pow(10.0, -exponent);
            if (candidate >= wanted)
                return candidate;
        }
    }
}

double up_to_multiple(double value, double step) {
    const double quotient = std::ceil(value / step - 1e-6);
    // Division by a whole number keeps 0.3 the double 0.3 where step is 0.1.
    return step < 1 ? quotient / std::round(1 / step) : quotient * step;
}

ValueRange limited(double low, double high) {
    const ValueRange range{std::max(low, -range_limit), std::min(high, range_limit)};
    if (range.low < range.high)
        return range;
    // Values beyond the limit, all on one side.
    return low > 0 ? ValueRange{0, range_limit} : ValueRange{-range_limit, 0};
}

// Values on one side of zero and far from it: the nice step that cuts their span in four or more.
ValueRange range_far_from_zero(double minimum, double maximum) {
    const double magnitude = std::max(std::abs(minimum), std::abs(maximum));
    // float32 tells no values apart that lie closer.
    const double span = std::max(maximum - minimum, magnitude * 1e-5);
    const double step = round_up_125(span / 5);
    return limited(-up_to_multiple(-minimum, step), up_to_multiple(maximum, step));
}

}  // namespace

ValueRange nice_range(double minimum, double maximum) {
    const double magnitude = std::max(std::abs(minimum), std::abs(maximum));
    if (magnitude < smallest_magnitude)
        return {0, 1};
    const double top = round_up_125(magnitude);
    if (minimum >= 0)
        return minimum > maximum / 2 && minimum != maximum ? range_far_from_zero(minimum, maximum)
                                                           : limited(0, top);
    if (maximum <= 0)
        return maximum < minimum / 2 && minimum != maximum ? range_far_from_zero(minimum, maximum)
                                                           : limited(-top, 0);
    const double step = top / 10;
    return limited(minimum == -magnitude ? -top : -up_to_multiple(-minimum, step),
                   maximum == magnitude ? top : up_to_multiple(maximum, step));
}

ValueRange nice_symmetric_range(double minimum, double maximum) {
    const double magnitude = std::max(std::abs(minimum), std::abs(maximum));
    if (magnitude < smallest_magnitude)
        return {-1, 1};
    const double top = round_up_125(magnitude);
    return limited(-top, top);
}

void validate_range(const RangeSetting& range) {
    if (range.mode != RangeMode::locked)
        return;
    const std::string value = number_text(range.low) + "," + number_text(range.high);
    if (!(std::abs(range.low) <= range_limit && std::abs(range.high) <= range_limit))
        throw InputError("--range", value, "both ends are finite and lie within +-1.5e38");
    if (!(static_cast<float>(range.low) < static_cast<float>(range.high)))
        throw InputError("--range", value,
                         "the first number lies below the second, by more than "
                         "float32 rounds");
}

void RangeEasing::observe(const RangeSetting& setting, double minimum, double maximum) {
    // NaN: not one cell is finite, so there is nothing to span.
    if (setting.mode != RangeMode::locked && !(minimum <= maximum))
        return;
    const auto range_of = [&setting](double low, double high) {
        return setting.mode == RangeMode::symmetric ? nice_symmetric_range(low, high)
                                                    : nice_range(low, high);
    };
    if (setting.mode == RangeMode::locked) {
        target_ = {setting.low, setting.high};
    } else if (fresh_ || minimum < target_.low || maximum > target_.high) {
        target_ = range_of(minimum, maximum);
    } else {
        const double middle = (minimum + maximum) / 2;
        const double half = (maximum - minimum) / 2;
        const bool one_sided = minimum >= 0 || maximum <= 0;
        // Values that touch 0 from one side stay on that side.
        const double low = one_sided ? minimum : middle - half * shrink_margin;
        const double high = one_sided ? maximum : middle + half * shrink_margin;
        const double scale = one_sided ? shrink_margin : 1;
        const ValueRange smaller =
            range_of(low * (low < 0 ? scale : 1), high * (high > 0 ? scale : 1));
        if (smaller.span() < target_.span() && smaller.low >= target_.low &&
            smaller.high <= target_.high)
            target_ = smaller;
    }
    fresh_ = false;
    if (std::exchange(jump_, false) || setting.mode == RangeMode::locked)
        current_ = target_;
}

void RangeEasing::forget_target() {
    fresh_ = true;
}

void RangeEasing::jump() {
    fresh_ = true;
    jump_ = true;
}

void RangeEasing::advance(double now) {
    const double elapsed = advanced_at_ ? std::max(0.0, now - *advanced_at_) : 0.0;
    advanced_at_ = now;
    const double part = 1 - std::exp(-elapsed / time_constant_seconds);
    const auto ease = [&](double from, double to) {
        const double eased = from + (to - from) * part;
        return std::abs(to - eased) <= snap_part * target_.span() ? to : eased;
    };
    current_ = {ease(current_.low, target_.low), ease(current_.high, target_.high)};
    const double smallest = target_.span() / largest_lag;
    if (current_.span() >= smallest)
        return;
    const double way = (smallest - current_.span()) / (target_.span() - current_.span());
    current_ = {current_.low + (target_.low - current_.low) * way,
                current_.high + (target_.high - current_.high) * way};
}

}  // namespace heatlab
