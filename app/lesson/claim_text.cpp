#include "app/lesson/claim_text.h"

#include <algorithm>
#include <array>

namespace heatlab {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The character, UTF-8, that begins at the front; nothing for nothing.
std::string_view first_of(std::string_view text) {
    std::size_t end = std::min<std::size_t>(1, text.size());
    while (end < text.size() && is_continuation(text[end]))
        ++end;
    return text.substr(0, end);
}

std::string_view last_of(std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && is_continuation(text[begin - 1]))
        --begin;
    return text.substr(begin > 0 ? begin - 1 : 0);
}

bool any_of(std::string_view character, const auto& list) {
    return std::ranges::find(list, character) != std::end(list);
}

constexpr std::array<std::string_view, 4> group_spaces{"\u2009", "\u202f", "\u00a0", "\\,"};
constexpr std::array<std::string_view, 2> signs{"-", "\u2212"};
constexpr std::array<std::string_view, 4> times{"\u00d7", "\u00b7", "\\times", "\\cdot"};
constexpr std::array<std::string_view, 11> raised{"\u2070", "\u00b9", "\u00b2", "\u00b3",
                                                  "\u2074", "\u2075", "\u2076", "\u2077",
                                                  "\u2078", "\u2079", "\u207b"};

/// Latin and Greek; signs of operations among Latin-1's letters are none.
bool is_letter(std::string_view character) {
    if (character.size() == 1) {
        const char c = character[0];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    if (character.size() != 2 || character == "\u00d7" || character == "\u00f7")
        return false;
    const auto lead = static_cast<unsigned char>(character[0]);
    return lead >= 0xC3 && lead <= 0xCF;  // U+00C0 to U+03FF
}

/// Behind `text` without what `marks` it ends with, if it does.
bool drop_end(std::string_view& text, const auto& marks) {
    for (const std::string_view mark : marks)
        if (text.ends_with(mark)) {
            text.remove_suffix(mark.size());
            return true;
        }
    return false;
}

bool drop_begin(std::string_view& text, const auto& marks) {
    for (const std::string_view mark : marks)
        if (text.starts_with(mark)) {
            text.remove_prefix(mark.size());
            return true;
        }
    return false;
}

bool ends_with_digit(std::string_view text) {
    return !text.empty() && is_digit(text.back());
}

bool begins_with_digit(std::string_view text) {
    return !text.empty() && is_digit(text.front());
}

/// A sign that belongs to the number behind it: nothing that it could be taken from stands before.
bool ends_with_sign(std::string_view before) {
    if (!drop_end(before, signs))
        return false;
    const std::string_view last = last_of(before);
    return !is_letter(last) && !ends_with_digit(before) && last != ")" && last != "}";
}

bool goes_on_before(std::string_view before) {
    if (ends_with_digit(before) || is_letter(last_of(before)) || ends_with_sign(before))
        return true;
    // A power, or an index.
    if (before.ends_with('^') || before.ends_with("^{") || before.ends_with("_{"))
        return true;
    if (before.ends_with("^-") || before.ends_with("^{-"))
        return true;
    std::string_view joined = before;
    constexpr std::array<std::string_view, 3> joints{".", ",", "/"};
    return (drop_end(joined, group_spaces) || drop_end(joined, joints)) && ends_with_digit(joined);
}

/// " × 10⁹", "\times 10^9"
bool is_power_of_ten(std::string_view after) {
    constexpr std::array<std::string_view, 4> spaces{" ", "\u2009", "\u202f", "\u00a0"};
    while (drop_begin(after, spaces)) {
    }
    if (!drop_begin(after, times))
        return false;
    while (drop_begin(after, spaces)) {
    }
    if (!after.starts_with("10"))
        return false;
    after.remove_prefix(2);
    return after.starts_with('^') || any_of(first_of(after), raised);
}

bool goes_on_behind(std::string_view after) {
    const std::string_view next = first_of(after);
    if (begins_with_digit(after) || is_letter(next) || any_of(next, raised) || next == "^")
        return true;
    std::string_view joined = after;
    constexpr std::array<std::string_view, 3> joints{".", ",", "/"};
    if ((drop_begin(joined, group_spaces) || drop_begin(joined, joints)) &&
        begins_with_digit(joined))
        return true;
    return is_power_of_ten(after);
}

}  // namespace

bool stands_in(std::string_view claim, std::string_view text) {
    if (claim.empty())
        return false;
    for (std::size_t at = text.find(claim); at != std::string_view::npos;
         at = text.find(claim, at + 1))
        if (!goes_on_before(text.substr(0, at)) && !goes_on_behind(text.substr(at + claim.size())))
            return true;
    return false;
}

}  // namespace heatlab
