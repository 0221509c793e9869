#include "app/difference_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heatlab {
namespace {

struct Magnitudes {
    double smallest = std::numeric_limits<double>::infinity();  ///< above 0
    double largest = 0;
};

// Of the value that is drawn of each texel, its first number.
Magnitudes magnitudes_of(const FieldPicture& picture) {
    Magnitudes found;
    const auto stride = static_cast<std::size_t>(picture.channels());
    for (std::size_t i = 0; i < picture.texels.size(); i += stride) {
        const double magnitude = std::abs(double{picture.texels[i]});
        if (!std::isfinite(magnitude) || magnitude == 0)
            continue;
        found.smallest = std::min(found.smallest, magnitude);
        found.largest = std::max(found.largest, magnitude);
    }
    return found;
}

float on_log_scale(float difference, double smallest) {
    const double magnitude = std::abs(double{difference});
    if (!std::isfinite(difference))
        return difference;
    if (magnitude < smallest)
        return 0;
    return static_cast<float>(std::copysign(1 + std::log10(magnitude / smallest), difference));
}

}  // namespace

DifferencePicture draw_difference(const std::shared_ptr<const FieldPicture>& raw,
                                  DifferenceScale scale, std::uint64_t serial) {
    DifferencePicture drawn;
    auto picture = std::make_shared<FieldPicture>(*raw);
    picture->serial = serial;
    const Magnitudes found = magnitudes_of(*picture);
    if (found.largest == 0) {
        drawn.picture = std::move(picture);
        return drawn;
    }
    if (scale == DifferenceScale::linear) {
        drawn.range = found.largest;
    } else {
        // A whole power of ten, so that the scale has whole decades from its first colour on.
        const double lowest =
            std::max(found.smallest, found.largest * std::pow(10.0, -most_difference_decades));
        drawn.smallest = std::pow(10.0, std::floor(std::log10(lowest)));
        drawn.range = 1 + std::log10(found.largest / drawn.smallest);
        for (float& number : picture->texels)
            number = on_log_scale(number, drawn.smallest);
    }
    drawn.picture = std::move(picture);
    return drawn;
}

}  // namespace heatlab
