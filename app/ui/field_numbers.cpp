#include "app/ui/field_numbers.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "render/field_renderer.h"

namespace heatlab::ui {
namespace {

/// Decimals that tell apart quarters of the range; -1 where powers of ten are needed.
int decimals_of(double low, double high) {
    const double span = high - low;
    const double largest = std::max(std::abs(low), std::abs(high));
    if (!(span > 0) || !std::isfinite(span) || largest >= 1e4 || span < 1e-4)
        return -1;
    return std::max(0, 2 - static_cast<int>(std::floor(std::log10(span) + 1e-9)));
}

/// "1.05e5", "8e37", "−2e−7": three digits at most, zeros at their end dropped.
std::string short_scientific(double value) {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    const double mantissa = std::round(value / std::pow(10.0, exponent) * 100) / 100;
    std::string text = format_fixed(mantissa, 2);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text + "e" + format_integer(exponent);
}

}  // namespace

std::string bar_number(double value, double low, double high) {
    if (value == 0 && (low < 0 || decimals_of(low, high) < 0))
        return "0";
    const int decimals = decimals_of(low, high);
    const std::string text = decimals < 0 ? short_scientific(value) : format_fixed(value, decimals);
    return low < 0 && value > 0 ? "+" + text : text;
}

std::string read_out_number(float value, double low, double high) {
    if (!std::isfinite(value))
        return std::isnan(value) ? "NaN" : value > 0 ? "+∞" : "−∞";
    const int decimals = decimals_of(low, high);
    const double largest = std::max(std::abs(low), std::abs(high));
    if (decimals < 0 || decimals > 5 || std::abs(value) > 100 * largest)
        return format_significant(value, 3);
    return format_fixed(value, decimals + 1);
}

std::string length_text(double metres) {
    const auto text = [](double value, const char* unit) {
        std::string number = format_significant(value, 3);
        if (number.find('.') != std::string::npos && number.find('e') == std::string::npos) {
            number.erase(number.find_last_not_of('0') + 1);
            if (number.back() == '.')
                number.pop_back();
        }
        return number + " " + unit;
    };
    if (metres >= 1000)
        return text(metres / 1000, "km");
    if (metres >= 0.0999)
        return text(metres, "m");
    if (metres >= 0.000999)
        return text(metres * 1e3, "mm");
    if (metres >= 0.999e-6)
        return text(metres * 1e6, "µm");
    return text(metres * 1e9, "nm");
}

double round_count(double limit) {
    if (!(limit >= 1))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(limit) + 1e-9));
    for (const double factor : {5.0, 2.0})
        if (factor * power <= limit * (1 + 1e-9))
            return factor * power;
    return power;
}

ImU32 packed(Rgb colour) {
    return IM_COL32(colour.r, colour.g, colour.b, 255);
}

ImU32 value_colour(const ColorMap& map, float value, double low, double high, bool locked) {
    if (std::isnan(value))
        return packed(nan_stripes.dark);
    if (std::isinf(value))
        return packed(value > 0 ? positive_infinity_stripes.dark : negative_infinity_stripes.dark);
    if (locked && value > high)
        return packed(map.over);
    if (locked && value < low)
        return packed(map.under);
    const double span = high - low;
    return packed(map.sample(span > 0 ? static_cast<float>((value - low) / span) : 0.5f));
}

}  // namespace heatlab::ui
