#include <algorithm>
#include <cmath>

#include "sim/io/png_file.h"

namespace heatlab {
namespace {

/// How one output sample is made along an axis: `weights` for the inputs from `first` on.
struct Taps {
    int first = 0;
    std::vector<float> weights;
};

Taps area_taps(int output, double scale, int inputs) {
    const double begin = output * scale;
    const double end = std::min((output + 1) * scale, static_cast<double>(inputs));
    Taps taps{std::min(static_cast<int>(begin), inputs - 1), {}};
    for (int input = taps.first; input < inputs && input < end; ++input) {
        const double covered = std::min(end, input + 1.0) - std::max(begin, double(input));
        taps.weights.push_back(static_cast<float>(covered / (end - begin)));
    }
    return taps;
}

Taps linear_taps(int output, double scale, int inputs) {
    const double centre = std::clamp((output + 0.5) * scale - 0.5, 0.0, inputs - 1.0);
    const int first = std::min(static_cast<int>(centre), std::max(0, inputs - 2));
    const auto part = static_cast<float>(centre - first);
    if (inputs == 1)
        return {0, {1.0f}};
    return {first, {1.0f - part, part}};
}

std::vector<Taps> axis_taps(int outputs, int inputs) {
    std::vector<Taps> taps;
    taps.reserve(static_cast<std::size_t>(outputs));
    const double scale = static_cast<double>(inputs) / outputs;
    for (int i = 0; i < outputs; ++i) {
        taps.push_back(scale >= 1.0 ? area_taps(i, scale, inputs) : linear_taps(i, scale, inputs));
    }
    return taps;
}

float weighted(const Taps& taps, const float* values, std::size_t stride) {
    float sum = 0.0f;
    const float* value = values + static_cast<std::size_t>(taps.first) * stride;
    for (const float weight : taps.weights) {
        sum += weight * *value;
        value += stride;
    }
    return sum;
}

}  // namespace

std::vector<float> resample(const GreyPicture& picture, int width, int height) {
    if (picture.width == width && picture.height == height)
        return picture.pixels;
    const auto in_width = static_cast<std::size_t>(picture.width);
    const auto out_width = static_cast<std::size_t>(width);
    const auto in_height = static_cast<std::size_t>(picture.height);

    const std::vector<Taps> columns = axis_taps(width, picture.width);
    std::vector<float> narrowed(out_width * in_height);
    for (std::size_t row = 0; row < in_height; ++row) {
        for (std::size_t col = 0; col < out_width; ++col) {
            narrowed[row * out_width + col] =
                weighted(columns[col], picture.pixels.data() + row * in_width, 1);
        }
    }
    const std::vector<Taps> rows = axis_taps(height, picture.height);
    std::vector<float> result(out_width * static_cast<std::size_t>(height));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t col = 0; col < out_width; ++col) {
            result[row * out_width + col] = weighted(rows[row], narrowed.data() + col, out_width);
        }
    }
    // Weights add up to 1 but for rounding; grey stays within [0, 1] exactly.
    for (float& value : result)
        value = std::clamp(value, 0.0f, 1.0f);
    return result;
}

}  // namespace heatlab
