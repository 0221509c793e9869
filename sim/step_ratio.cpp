#include "sim/step_ratio.h"

#include <cmath>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

StepRatio StepRatio::from(double r, int dimensions, CellType type) {
    // Written so that NaN is refused too.
    if (!(r >= 0.0 && r <= 1.0)) {
        throw InputError("--r", number_text(r), "the step ratio lies between 0 and 1");
    }
    const bool wide = type == CellType::float64;
    const int bits = (dimensions == 2 ? 26 : 25) + (wide ? 29 : 0);
    const double smallest = std::ldexp(1.0, -bits);
    const double multiple = std::nearbyint(r / smallest) * smallest;
    if (r > 0.0 && multiple == 0.0) {
        throw InputError("--r", number_text(r),
                         "would be rounded to 0; the smallest step ratio above 0 is 2^-" +
                             std::to_string(bits) + " = " + number_text(smallest));
    }
    const double positive = multiple + 0.0;  // -0 becomes 0
    const double rounded = wide ? positive : double{static_cast<float>(positive)};
    const int neighbours = 2 * dimensions;
    // Exact in long double, and in the field's type where m needs no more bits than r has (tested
    // for all multiples of float32).
    const long double weight = 1.0L - static_cast<long double>(neighbours) * rounded;
    const double centre_weight =
        wide ? static_cast<double>(weight) : double{static_cast<float>(weight)};
    return {rounded, centre_weight, neighbours};
}

}  // namespace heatlab
