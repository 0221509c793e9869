#pragma once

#include <string_view>

namespace heatlab {

/// Whether `claim` stands in `text` as a whole: as a number of its own, not as a part of another
/// one ("1.08" in "11.08", "1.081", "1.08 × 10⁹", "1/1.08" or "−1.08"), nor of a word ("five" in
/// "fivefold"). Typography and LaTeX alike; a minus between two terms, as in "1 − 4r", is none of
/// the number's.
bool stands_in(std::string_view claim, std::string_view text);

}  // namespace heatlab
