#include "app/ui/field_numbers.h"

#include <algorithm>
#include <array>
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

/// Digits, a sign among them, beside the colour bar: what its gutter has room for.
constexpr int most_digits = 5;
/// Digits of what is to be added to these, below the bar.
constexpr int most_offset_digits = 7;

int exponent_of(double magnitude) {
    return static_cast<int>(std::floor(std::log10(magnitude) + 1e-9));
}

/// Decimals that tell apart quarters of a span.
int quarter_decimals(double span, int exponent) {
    return std::max(0, 2 - (exponent_of(span) - exponent));
}

/// `low` rounded down so far that its digits are few, and what is left above it is not many.
double short_offset(double low, double span) {
    int digit = exponent_of(span);
    if (low != 0)
        digit = std::max(digit, exponent_of(std::abs(low)) - most_offset_digits + 1);
    const double unit = std::pow(10.0, std::abs(digit));
    // By a whole power either way, so that the offset is the double that its digits name.
    return digit < 0 ? std::floor(low * unit + 1e-6) / unit : std::floor(low / unit + 1e-6) * unit;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// With all digits that an offset has.
std::string offset_text(double magnitude) {
    constexpr int most_decimals = 15;
    int decimals = 0;
    for (double scaled = magnitude; decimals < most_decimals; ++decimals, scaled *= 10)
        if (std::abs(scaled - std::round(scaled)) <= 1e-12 * scaled)
            break;
    return format_fixed(magnitude, decimals);
}

}  // namespace

std::string superscript(int number) {
    constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number))
        text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
    return text;
}

BarScale bar_scale(double low, double high) {
    const double largest = std::max(std::abs(low), std::abs(high));
    // Of a field that is the same everywhere, as many digits as there is room for.
    const double span = high > low ? high - low : largest / 10;
    if (!(span > 0) || !std::isfinite(span))
        return {};
    for (const int exponent : {0, exponent_of(largest)}) {
        const int decimals = quarter_decimals(span, exponent);
        const int whole = std::max(1, exponent_of(largest) - exponent + 1);
        if (whole + decimals + (low < 0 ? 1 : 0) <= most_digits)
            return {0, exponent, decimals, low < 0 && high > 0};
    }
    const double offset = short_offset(low, span);
    BarScale from_offset = bar_scale(std::max(0.0, low - offset), high - offset);
    from_offset.offset += offset;
    return from_offset;
}

std::string bar_number(double value, const BarScale& scale) {
    const double number = (value - scale.offset) / std::pow(10.0, scale.exponent);
    if (scale.signs && number == 0)
        return "0";
    const std::string text = format_fixed(number, scale.decimals);
    const bool shows_digits = text.find_first_of("123456789") != std::string::npos;
    return scale.signs && number > 0 && shows_digits ? "+" + text : text;
}

std::vector<std::string> bar_captions(const BarScale& scale) {
    std::vector<std::string> lines;
    if (scale.exponent != 0)
        lines.push_back("×\u200910" + superscript(scale.exponent));
    if (scale.offset == 0)
        return lines;
    const std::string sign = scale.offset < 0 ? "−\u2009" : "+\u2009";
    const double magnitude = std::abs(scale.offset);
    if (const std::string plain = offset_text(magnitude);
        std::ranges::count_if(plain, is_digit) <= most_offset_digits) {
        lines.push_back(sign + plain);
        return lines;
    }
    const int exponent = exponent_of(magnitude);
    lines.push_back(sign + offset_text(magnitude / std::pow(10.0, exponent)));
    lines.push_back("×\u200910" + superscript(exponent));
    return lines;
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
