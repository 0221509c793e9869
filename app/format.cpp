#include "app/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace heatlab {
namespace {

// What has no digits: NaN and the infinities. Empty for finite values.
std::string format_special(double value) {
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "∞" : std::string(true_minus) + "∞";
    return {};
}

std::string print_fixed(double value, int decimals) {
    std::array<char, 400> buffer{};  // 309 digits before the point at most
    const int length =
        std::snprintf(buffer.data(), buffer.size(), "%.*f", std::clamp(decimals, 0, 20), value);
    return {buffer.data(), static_cast<std::size_t>(length)};
}

// Groups the digits before the point where there are five or more, or four (1 234).
std::string group_digits(std::string_view digits) {
    const std::size_t whole = std::min(digits.find('.'), digits.size());
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            grouped += thin_space;
        grouped += digits[i];
    }
    return grouped;
}

bool is_zero(std::string_view digits) {
    return digits.find_first_of("123456789") == std::string_view::npos;
}

// Puts the true minus for the ASCII one, in front of the number and of its exponent.
std::string with_true_minus(std::string_view number) {
    std::string result;
    for (char c : number)
        result += c == '-' ? std::string(true_minus) : std::string(1, c);
    return result;
}

// "1.6e+38" -> "1.6e38", "1.0e-04" -> "1.0e-4"
std::string shorten_exponent(std::string_view number) {
    const std::size_t e = number.find('e');
    if (e == std::string_view::npos)
        return std::string(number);
    std::string result(number.substr(0, e + 1));
    std::string_view exponent = number.substr(e + 1);
    if (exponent.front() == '-')
        result += '-';
    exponent.remove_prefix(1);
    exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
    return result.append(exponent);
}

struct Unit {
    double size;
    const char* name;
};

// Three significant digits, never an exponent, in the largest unit that gives at least 1; the
// smallest unit where none does.
template <std::size_t N>
Quantity in_units(double value, const std::array<Unit, N>& ascending) {
    if (std::string special = format_special(value); !special.empty())
        return {special, ascending.front().name};
    const Unit* chosen = &ascending.front();
    for (const Unit& unit : ascending)
        if (std::abs(value) >= unit.size * 0.9995)  // 999.95 would be printed as 1000
            chosen = &unit;
    const double scaled = value / chosen->size;
    const double magnitude = std::abs(scaled);
    const int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
    return {format_fixed(scaled, decimals), chosen->name};
}

}  // namespace

std::string format_integer(std::int64_t value) {
    const std::string digits = std::to_string(value);
    if (value < 0)
        return true_minus + group_digits(std::string_view(digits).substr(1));
    return group_digits(digits);
}

std::string format_fixed(double value, int decimals) {
    if (std::string special = format_special(value); !special.empty())
        return special;
    const std::string digits = print_fixed(std::abs(value), decimals);
    const bool negative = value < 0 && !is_zero(digits);
    return (negative ? true_minus : "") + group_digits(digits);
}

std::string format_significant(double value, int digits) {
    if (std::string special = format_special(value); !special.empty())
        return special;
    if (value == 0)
        return print_fixed(0, std::max(0, digits - 1));
    std::array<char, 64> buffer{};
    const int length =
        std::snprintf(buffer.data(), buffer.size(), "%.*e", std::clamp(digits - 1, 0, 17), value);
    const std::string scientific(buffer.data(), static_cast<std::size_t>(length));
    // The exponent after rounding: 9.99 with two digits is 1.0e+01.
    const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
    if (exponent < -4 || exponent > 5)
        return with_true_minus(shorten_exponent(scientific));
    return format_fixed(value, std::max(0, digits - 1 - exponent));
}

std::string format_shortest(double value) {
    if (std::string special = format_special(value); !special.empty())
        return special;
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<float>(value)).ptr;
    return with_true_minus(shorten_exponent({buffer.data(), end}));
}

std::string format_percent(double fraction) {
    return format_fixed(100 * fraction, 0) + thin_space + "%";
}

std::string format_bytes(double bytes) {
    if (bytes < 1000)
        return format_fixed(bytes, 0) + " B";
    static constexpr std::array<Unit, 5> units{
        {{1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {1e15, "PB"}}};
    return in_units(bytes, units).text();
}

std::string format_grid(GridSize grid) {
    std::string text = format_integer(grid.width);
    const auto add = [&text](int side) {
        text += std::string(thin_space) + "×" + thin_space + format_integer(side);
    };
    if (grid.dimensions > 1)
        add(grid.height);
    if (grid.dimensions > 2)
        add(grid.depth);
    return text;
}

std::string format_cell(Cell cell, GridSize grid) {
    if (grid.dimensions == 1)
        return "cell " + format_integer(cell.col);
    if (grid.dimensions == 3)
        return "slice " + format_integer(cell.row / grid.height) + ", row " +
               format_integer(cell.row % grid.height) + ", col " + format_integer(cell.col);
    return "row " + format_integer(cell.row) + " col " + format_integer(cell.col);
}

Quantity format_duration(double seconds) {
    static constexpr std::array<Unit, 4> units{
        {{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}}};
    if (seconds == 0)
        return {"0", "s"};
    return in_units(seconds, units);
}

Quantity format_cell_rate(double cells_per_second) {
    static constexpr std::array<Unit, 5> units{
        {{1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}, {1e9, "G/s"}, {1e12, "T/s"}}};
    return in_units(cells_per_second, units);
}

Quantity format_bandwidth(double bytes_per_second) {
    static constexpr std::array<Unit, 4> units{
        {{1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}, {1e12, "TB/s"}}};
    return in_units(bytes_per_second, units);
}

Quantity format_step_rate(double steps_per_second) {
    const int decimals = steps_per_second >= 100 || steps_per_second == 0 ? 0
                         : steps_per_second >= 10                         ? 1
                                                                          : 2;
    return {format_fixed(steps_per_second, decimals), "steps/s"};
}

}  // namespace heatlab
