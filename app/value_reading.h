#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace heatlab {

// How the values of options are read, for those who read them.

/// A text as a message quotes it: "" where it is empty.
std::string quoted(const std::string& text);

/// Throws InputError.
[[noreturn]] void refuse_value(const std::string& argument, const std::string& text,
                               const std::string& allowed);

/// The parts between separators; empty ones too.
std::vector<std::string> split(const std::string& text, char separator);

enum class Reading { good, malformed, too_large };

/// A number, nothing before or behind it but a plus sign.
template <typename T>
Reading read_whole(const std::string& text, T& value) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (begin != end && *begin == '+' && begin + 1 != end && begin[1] != '-')
        ++begin;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc::result_out_of_range && stop == end)
        return Reading::too_large;
    return error == std::errc{} && stop == end ? Reading::good : Reading::malformed;
}

/// So many finite numbers between commas; none where it is anything else.
std::optional<std::vector<double>> read_numbers(const std::string& text, std::size_t count);

/// The sides in a size, at most `most` whole numbers between the letters x, each from 1 to
/// `longest_side`. Throws InputError, with `allowed`.
std::vector<int> read_sides(const std::string& argument, const std::string& text,
                            const std::string& allowed, std::size_t most);

}  // namespace heatlab
