#include "sim/text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace heatlab {
namespace {

template <typename T>
std::string shortest_text(T value) {
    if (std::isnan(value))
        return "nan";
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

}  // namespace

std::string number_text(double value) {
    return shortest_text(value);
}

std::string float_text(float value) {
    return shortest_text(value);
}

std::string grid_text(GridSize grid) {
    std::string text = std::to_string(grid.width);
    if (grid.dimensions > 1)
        text += "x" + std::to_string(grid.height);
    if (grid.dimensions > 2)
        text += "x" + std::to_string(grid.depth);
    return text;
}

std::string dimensions_text(int dimensions) {
    static constexpr std::array<const char*, 3> texts = {"one dimension", "two dimensions",
                                                         "three dimensions"};
    return texts.at(static_cast<std::size_t>(dimensions) - 1);
}

std::string bytes_text(std::uint64_t bytes) {
    static constexpr std::array<const char*, 6> units = {"kB", "MB", "GB", "TB", "PB", "EB"};
    std::string exact = std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    if (bytes < 10'000)
        return exact;
    double scaled = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (scaled >= 999.5 && unit + 1 < units.size()) {
        scaled /= 1000;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", scaled);
    return exact + " (" + text.data() + " " + units[unit] + ")";
}

}  // namespace heatlab
