#include "sim/ghost/compare_cells.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "sim/compare.h"
#include "sim/text.h"

namespace heatlab::ghost {
namespace {

bool agree(float a, float b) {
    return same_value(a, b);
}

bool agree(std::int32_t a, std::int32_t b) {
    return a == b;
}

std::string value_text(float value) {
    return float_text(value);
}

std::string value_text(std::int32_t value) {
    return std::to_string(value);
}

template <typename Value>
std::optional<std::int64_t> first_of(const std::vector<Value>& expected,
                                     const std::vector<Value>& found) {
    // Nearly always nothing differs, and this is the quickest way to see it.
    if (expected.size() == found.size() &&
        std::memcmp(expected.data(), found.data(), expected.size() * sizeof(Value)) == 0)
        return std::nullopt;
    const auto [at, ignored] =
        std::ranges::mismatch(expected, found, [](Value a, Value b) { return agree(a, b); });
    if (at == expected.end() && expected.size() == found.size())
        return std::nullopt;
    return at - expected.begin();
}

std::string place_text(std::int64_t index, GridSize grid) {
    const std::int64_t row = index / grid.width;
    std::string text = "cell " + std::to_string(index % grid.width);
    if (grid.dimensions > 1)
        text += " of row " + std::to_string(row % grid.height);
    if (grid.dimensions > 2)
        text += " in slice " + std::to_string(row / grid.height);
    return text;
}

}  // namespace

std::optional<std::int64_t> first_mismatch(const Cells& expected, const Cells& found) {
    return std::visit(
        [&](const auto& values) -> std::optional<std::int64_t> {
            const auto* others = std::get_if<std::remove_cvref_t<decltype(values)>>(&found);
            return others == nullptr ? 0 : first_of(values, *others);
        },
        expected);
}

std::string mismatch_text(const Cells& expected, const Cells& found, GridSize grid) {
    const std::optional<std::int64_t> index = first_mismatch(expected, found);
    if (!index)
        return {};
    return std::visit(
        [&](const auto& values) -> std::string {
            const auto* others = std::get_if<std::remove_cvref_t<decltype(values)>>(&found);
            const auto i = static_cast<std::size_t>(*index);
            if (others == nullptr || i >= values.size() || i >= others->size())
                return "another type or number of cells";
            return place_text(*index, grid) + " is " + value_text((*others)[i]) + " instead of " +
                   value_text(values[i]);
        },
        expected);
}

}  // namespace heatlab::ghost
