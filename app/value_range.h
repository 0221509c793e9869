#pragma once

#include <optional>

#include "app/settings.h"

namespace heatlab {

struct ValueRange {
    double low = 0;
    double high = 1;

    double span() const { return high - low; }
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// Largest |end| of a range: the span of -limit to limit is still finite in float32.
inline constexpr double range_limit = 1.5e38;

/// The range of an automatic colour map for values from `minimum` to `maximum` (finite): ends are 0
/// or of the form {1, 2, 5} x 10^n, or, for values that lie far from 0 or on both sides of it,
/// multiples of such a number. [0, 1] gives [0, 1]; a field of zeros too. Never empty, within
/// +-range_limit.
ValueRange nice_range(double minimum, double maximum);

/// The same, symmetric about 0.
ValueRange nice_symmetric_range(double minimum, double maximum);

/// Throws InputError (argument "--range") for a locked range that no colour map can span.
void validate_range(const RangeSetting& range);

/// The range in force: follows the values seen, eased over half a second, and lands on nice ends.
class RangeEasing {
public:
    static constexpr double time_constant_seconds = 0.5 / 3;  ///< 95 % of the way in half a second

    /// Values of the field that is shown; NaN, as statistics have it where no cell is finite,
    /// leaves the range as it is. A range that was taken is left for a smaller one only where the
    /// values fit it with a tenth to spare.
    void observe(const RangeSetting& setting, double minimum, double maximum);
    /// The setting changed, or the field is another one: the next observation counts as the first.
    void forget_target();
    /// Another field: its range is taken at once with the next observation.
    void jump();
    /// Ends the easing now (pictures off screen).
    void settle() { current_ = target_; }
    void advance(double now);

    const ValueRange& current() const { return current_; }
    const ValueRange& target() const { return target_; }

private:
    ValueRange current_;
    ValueRange target_;
    bool fresh_ = true;
    bool jump_ = true;
    std::optional<double> advanced_at_;
};

}  // namespace heatlab
