#include "app/lesson/written_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace heatlab {
namespace {

/// What typography and LaTeX write for characters of a plain number.
constexpr std::array<std::pair<std::string_view, std::string_view>, 22> spellings{{
    {"\u2212", "-"},
    {"\u2009", ""},
    {"\u202f", ""},
    {"\u00a0", ""},
    {"\\,", ""},
    {"\\times", "\u00d7"},
    {"\\cdot", "\u00d7"},
    {"\u00b7", "\u00d7"},
    {"{", ""},
    {"}", ""},
    {" ", ""},
    {"^", ""},
    {"\u2070", "0"},
    {"\u00b9", "1"},
    {"\u00b2", "2"},
    {"\u00b3", "3"},
    {"\u2074", "4"},
    {"\u2075", "5"},
    {"\u2076", "6"},
    {"\u2077", "7"},
    {"\u2078", "8"},
    {"\u2079", "9"},
}};

std::string plain(std::string_view text) {
    std::string result(text);
    for (const auto& [written, meant] : spellings)
        for (std::size_t at = result.find(written); at != std::string::npos;
             at = result.find(written, at + meant.size()))
            result.replace(at, written.size(), meant);
    constexpr std::string_view power = "\u00d710";
    if (const std::size_t at = result.find(power); at != std::string::npos)
        result.replace(at, power.size(), "e");
    const std::string_view minus = "\u207b";
    if (const std::size_t at = result.find(minus); at != std::string::npos)
        result.replace(at, minus.size(), "-");
    return result;
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// Half a unit of the last digit that is written.
double half_unit(std::string_view text) {
    const std::size_t exponent = text.find('e');
    const std::string_view mantissa = text.substr(0, exponent);
    double unit = 1;
    if (exponent != std::string_view::npos)
        unit = std::pow(10.0, number(text.substr(exponent + 1)).value_or(0));
    if (const std::size_t point = mantissa.find('.'); point != std::string_view::npos)
        unit /= std::pow(10.0, static_cast<double>(mantissa.size() - point - 1));
    // As written, 0.05 to 0.15 are 0.1: their binary forms may lie just outside.
    return 0.5 * unit * (1 + 1e-6);
}

}  // namespace

std::optional<WrittenNumber> read_written_number(std::string_view text) {
    const std::string written = plain(text);
    if (const std::size_t slash = written.find('/'); slash != std::string::npos) {
        const auto above = number(std::string_view(written).substr(0, slash));
        const auto below = number(std::string_view(written).substr(slash + 1));
        if (!above || !below || *below == 0)
            return std::nullopt;
        const double value = *above / *below;
        return WrittenNumber{value, std::abs(value) * 1e-6};
    }
    const std::optional<double> value = number(written);
    if (!value)
        return std::nullopt;
    return WrittenNumber{*value, half_unit(written)};
}

}  // namespace heatlab
