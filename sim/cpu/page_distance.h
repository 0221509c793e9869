#pragma once

#include <algorithm>
#include <cstddef>

namespace heatlab {

// Where a load follows closely on a store whose address differs by a multiple of 4096 bytes, a
// processor takes it for a load of what was stored and lets it wait. What is read while something
// else is written must lie away from that; these are distances in cache lines of 64 bytes.

inline constexpr std::ptrdiff_t page_lines = 4096 / 64;
inline constexpr std::ptrdiff_t line_values = 64 / 4;  ///< of four bytes, in a line

/// How many lines, within a page, a store lies behind a load `lines` before it.
inline std::ptrdiff_t in_page(std::ptrdiff_t lines) {
    return (lines % page_lines + page_lines) % page_lines;
}

/// Of two places that are read and written in turn: whichever is behind.
inline std::ptrdiff_t in_page_either_way(std::ptrdiff_t lines) {
    return std::min(in_page(lines), in_page(-lines));
}

/// From `least` on the first number of lines whose distance(lines) is enough, or where none within
/// a page is, the one whose distance is largest.
template <typename Distance>
std::ptrdiff_t most_apart(std::ptrdiff_t least, const Distance& distance) {
    constexpr std::ptrdiff_t enough = 8;
    std::ptrdiff_t best = least;
    std::ptrdiff_t largest = -1;
    for (std::ptrdiff_t lines = least; lines < least + page_lines && largest < enough; ++lines) {
        const std::ptrdiff_t found = distance(lines);
        if (found > largest) {
            largest = found;
            best = lines;
        }
    }
    return best;
}

}  // namespace heatlab
