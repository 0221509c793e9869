#pragma once

#include <vector>

namespace heatlab {

/// Of repeated runs: the middle one, and how far half of them lie apart.
struct Spread {
    double median = 0;
    double lower_quartile = 0;
    double upper_quartile = 0;
    int runs = 0;
};

/// Throws nothing; zeros for no values.
Spread spread_of(std::vector<double> values);

}  // namespace heatlab
