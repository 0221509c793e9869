#include "sim/spread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace heatlab {
namespace {

/// Value at a share of the way through sorted values, between neighbours in proportion.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

}  // namespace

Spread spread_of(std::vector<double> values) {
    if (values.empty())
        return {};
    std::ranges::sort(values);
    return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75),
            static_cast<int>(values.size())};
}

}  // namespace heatlab
