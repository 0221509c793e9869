#pragma once

#include <string>

#include "app/ui/theme.h"
#include "render/colormap.h"

namespace heatlab::ui {

/// A temperature beside the colour bar: decimals by the width of the range, so that quarters of it
/// are told apart; "+" before positive values of a range with both signs.
std::string bar_number(double value, double low, double high);
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
