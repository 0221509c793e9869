#include "sim/step_ratio.h"

#include <cmath>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

StepRatio StepRatio::from(double r, int dimensions) {
    // Written so that NaN is refused too.
    if (!(r >= 0.0 && r <= 1.0)) {
        throw InputError("--r", number_text(r), "the step ratio lies between 0 and 1");
    }
    const int bits = dimensions == 2 ? 26 : 25;
    const double smallest = std::ldexp(1.0, -bits);
    const double multiple = std::nearbyint(r / smallest) * smallest;
    if (r > 0.0 && multiple == 0.0) {
        throw InputError("--r", number_text(r),
                         "would be rounded to 0; the smallest step ratio above 0 is 2^-" +
                             std::to_string(bits) + " = " + number_text(smallest));
    }
    const auto rounded = static_cast<float>(multiple + 0.0);  // -0 becomes 0
    // In double exact; in float32 so too where m needs no more bits than r has (tested for all
    // multiples).
    const int neighbours = 2 * dimensions;
    return {rounded, static_cast<float>(1.0 - double{1} * neighbours * rounded), neighbours};
}

}  // namespace heatlab
