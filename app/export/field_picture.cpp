#include "app/export/field_picture.h"

#include <algorithm>
#include <cmath>

#include "sim/text.h"

namespace heatlab {
namespace {

/// Place of a value in the range, 0 to 1.
double place_in(const PictureRange& range, float value) {
    return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
}

}  // namespace

PictureRange picture_range(const Field& field, const RangeSetting& setting) {
    if (setting.mode == RangeMode::locked)
        return {setting.low, setting.high};
    PictureRange range{HUGE_VAL, -HUGE_VAL};
    for (const float value : field.cells())
        if (std::isfinite(value)) {
            range.low = std::min(range.low, double{value});
            range.high = std::max(range.high, double{value});
        }
    if (range.low > range.high)
        return {};
    if (setting.mode == RangeMode::symmetric) {
        const double most = std::max(std::abs(range.low), std::abs(range.high));
        return most > 0 ? PictureRange{-most, most} : PictureRange{-1, 1};
    }
    if (range.low == range.high)
        range.high = range.low + std::max(1.0, std::abs(range.low));
    return range;
}

Image coloured_picture(const Field& field, const ColorMap& map, const PictureRange& range) {
    Image image{field.size().width, field.size().height, {}};
    image.rgba.reserve(field.cells().size() * 4);
    for (const float value : field.cells()) {
        const bool finite = std::isfinite(value);
        const Rgb colour = finite ? map.sample(static_cast<float>(place_in(range, value))) : Rgb{};
        for (const std::uint8_t channel : {colour.r, colour.g, colour.b})
            image.rgba.push_back(channel);
        image.rgba.push_back(finite ? 255 : 0);
    }
    return image;
}

GreyImage grey_picture(const Field& field, const PictureRange& range) {
    GreyImage image{field.size().width, field.size().height, false, {}};
    image.with_alpha =
        !std::ranges::all_of(field.cells(), [](float v) { return std::isfinite(v); });
    for (const float value : field.cells()) {
        const bool finite = std::isfinite(value);
        const double level = finite ? std::round(65535 * place_in(range, value)) : 0;
        image.samples.push_back(static_cast<std::uint16_t>(level));
        if (image.with_alpha)
            image.samples.push_back(finite ? 65535 : 0);
    }
    return image;
}

std::pair<std::string, std::string> range_text(const PictureRange& range) {
    return {"Comment", "values from " + number_text(range.low) + " to " + number_text(range.high)};
}

}  // namespace heatlab
