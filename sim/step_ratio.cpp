#include "sim/step_ratio.h"

#include <cmath>

#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab {

StepRatio StepRatio::from(double r) {
    // Written so that NaN is refused too.
    if (!(r >= 0.0 && r <= 1.0)) {
        throw InputError("--r", number_text(r), "the step ratio lies between 0 and 1");
    }
    const double multiple = std::nearbyint(r * 0x1p26) * 0x1p-26;
    if (r > 0.0 && multiple == 0.0) {
        throw InputError("--r", number_text(r),
                         "would be rounded to 0; the smallest step ratio above 0 is 2^-26 = " +
                             number_text(0x1p-26));
    }
    const auto rounded = static_cast<float>(multiple + 0.0);  // -0 becomes 0
    // Exact: 4r is, and 1 - 4r needs no more bits than r has (tested for all multiples).
    return {rounded, 1.0f - 4.0f * rounded};
}

}  // namespace heatlab
