#include "sim/statistics.h"

#include <cmath>

namespace heatlab {

std::int64_t histogram_stride(GridSize grid) {
    constexpr std::int64_t most = 65'536;
    const auto samples = [&](std::int64_t stride) {
        return ((grid.width + stride - 1) / stride) * ((grid.height + stride - 1) / stride);
    };
    auto stride = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(grid.cells()) / most)));
    while (stride > 1 && samples(stride - 1) <= most)
        --stride;
    while (samples(stride) > most)
        ++stride;
    return stride;
}

}  // namespace heatlab
