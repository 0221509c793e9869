// Words, numbers and sizes, which options of every subject take.

#include "app/option_values.h"

#include <cmath>

#include "app/settings_check.h"
#include "app/value_reading.h"
#include "sim/errors.h"

namespace heatlab {

std::string quoted(const std::string& text) {
    return text.empty() ? "\"\"" : text;
}

void refuse_value(const std::string& argument, const std::string& text,
                  const std::string& allowed) {
    throw InputError(argument, quoted(text), allowed);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(separator, begin);
        parts.push_back(text.substr(begin, end - begin));
        if (end == std::string::npos)
            return parts;
        begin = end + 1;
    }
}

std::optional<std::vector<double>> read_numbers(const std::string& text, std::size_t count) {
    std::vector<double> numbers;
    for (const std::string& part : split(text, ',')) {
        double value = 0;
        if (read_whole(part, value) != Reading::good || !std::isfinite(value))
            return std::nullopt;
        numbers.push_back(value);
    }
    return numbers.size() == count ? std::optional(std::move(numbers)) : std::nullopt;
}

std::vector<int> read_sides(const std::string& argument, const std::string& text,
                            const std::string& allowed, std::size_t most) {
    std::vector<int> sides;
    for (const std::string& part : split(text, 'x')) {
        int value = 0;
        if (read_whole(part, value) != Reading::good || value < 1 || value > longest_side)
            refuse_value(argument, text, allowed);
        sides.push_back(value);
    }
    if (sides.size() > most)
        refuse_value(argument, text, allowed);
    return sides;
}

std::string parse_path(const std::string& argument, const std::string& text) {
    if (text.empty())
        refuse_value(argument, text, "the name of a file is needed");
    return text;
}

double parse_number(const std::string& argument, const std::string& text) {
    double value = 0;
    switch (read_whole(text, value)) {
        case Reading::good:
            break;
        case Reading::malformed:
            refuse_value(argument, text, "a number is needed, such as 0.2 or 1e-3");
        case Reading::too_large:
            refuse_value(argument, text, "this number is beyond what a double holds");
    }
    if (!std::isfinite(value))
        refuse_value(argument, text, "a finite number is needed");
    return value;
}

std::int64_t parse_integer(const std::string& argument, const std::string& text, std::int64_t low,
                           std::int64_t high) {
    const std::string allowed =
        "a whole number from " + std::to_string(low) + " to " + std::to_string(high) + " is needed";
    std::int64_t value = 0;
    if (read_whole(text, value) != Reading::good || value < low || value > high)
        refuse_value(argument, text, allowed);
    return value;
}

GridSize parse_size(const std::string& argument, const std::string& text) {
    const std::vector<int> sides = read_sides(argument, text,
                                              "WIDTHxHEIGHT or one number for both is needed, such "
                                              "as 1024x512, each from 1 to 1073741824",
                                              2);
    return {sides.front(), sides.back()};
}

}  // namespace heatlab
