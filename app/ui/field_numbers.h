#pragma once

#include <string>
#include <vector>

#include "app/ui/theme.h"
#include "render/colormap.h"

namespace heatlab::ui {

/// How the numbers beside the colour bar are written, so that quarters of the range are told apart
/// by five digits at most: value = offset + number x 10^exponent.
struct BarScale {
    double offset = 0;
    int exponent = 0;
    int decimals = 2;
    bool signs = false;  ///< the range has both: positive numbers bear a "+"
};
/// For finite low <= high. Plain numbers where they are short enough, else a power of ten is taken
/// out; an offset too, where the values lie close together and far from 0. Of equal ends, the value
/// with as many digits as there are.
BarScale bar_scale(double low, double high);
std::string bar_number(double value, const BarScale& scale);
/// What the numbers are to be multiplied by and what is to be added, from top to bottom: "× 10⁻⁵",
/// "+ 0.99998", or where that is very large or small "× 10³⁰", "+ 7.00001", "× 10³⁷". Empty for
/// plain numbers.
std::vector<std::string> bar_captions(const BarScale& scale);

/// "³⁸", "⁻³".
std::string superscript(int number);

/// A temperature in the read-out: one more digit than beside the bar.
std::string read_out_number(float value, double low, double high);

/// A length on the field: "0.5 m", "20 mm", "300 µm".
std::string length_text(double metres);

/// The largest 1, 2 or 5 times a power of ten that is at most `limit`; at least 1.
double round_count(double limit);

/// Colour of a finite value in a range; out-of-range colours where the range is locked.
ImU32 value_colour(const ColorMap& map, float value, double low, double high, bool locked);
ImU32 packed(Rgb colour);

}  // namespace heatlab::ui
