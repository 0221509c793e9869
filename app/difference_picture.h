#pragma once

#include <cstdint>
#include <memory>

#include "app/comparison.h"
#include "sim/picture.h"

namespace heatlab {

/// A difference of two fields as it is drawn.
struct DifferencePicture {
    std::shared_ptr<const FieldPicture> picture;
    double range = 1;     ///< the colours span -range to +range
    double smallest = 0;  ///< see Comparison
};

/// Decades of the logarithmic scale at most.
inline constexpr double most_difference_decades = 9;

/// `raw`: as a FieldComparer gives it. Linear: the same texels, the range is the largest magnitude
/// (1 where all are 0). Logarithmic: see Comparison; 0 stays 0, what is below `smallest` is drawn
/// as 0, and what is not finite stays as it is. `serial`: of the new picture.
DifferencePicture draw_difference(const std::shared_ptr<const FieldPicture>& raw,
                                  DifferenceScale scale, std::uint64_t serial);

}  // namespace heatlab
