#pragma once

#include <cstdint>
#include <string>

#include "sim/grid.h"

// Numbers as the window, the banners and the tables on standard output show them: true minus
// (U+2212), thin space (U+2009) between groups of three digits and before a per cent sign, × for
// sizes, SI units. Not a number is "NaN", infinities are "∞" with their sign.

namespace heatlab {

inline constexpr const char* thin_space = "\u2009";
inline constexpr const char* true_minus = "\u2212";

/// "16 384", "−12".
std::string format_integer(std::int64_t value);
/// With so many decimals: "0.250", "−1.08", "1 234.5". A value that rounds to zero has no sign.
std::string format_fixed(double value, int decimals);
/// With so many significant digits, plain where that stays short, else "1.6e38": "0.0313",
/// "−8.0e37".
std::string format_significant(double value, int digits);
/// As few digits as read back the same float: "0.2", "0.33333334".
std::string format_shortest(double value);
/// "89 %", for fractions: 0.89.
std::string format_percent(double fraction);
/// SI: "512 B", "66 kB", "33.6 MB", "2.15 GB".
std::string format_bytes(double bytes);
/// "1 024 × 512" with thin spaces.
std::string format_grid(GridSize grid);
/// Where a cell of the grid's memory lies: "row 3 col 9", of a rod "cell 9", of a block
/// "slice 2, row 3, col 9".
std::string format_cell(Cell cell, GridSize grid);

/// A figure and its unit, for panels that set them in different faces.
struct Quantity {
    std::string value;
    std::string unit;

    /// "18.6 µs"
    std::string text() const { return unit.empty() ? value : value + " " + unit; }
};

/// "18.6 µs", "2.00 ms", "3.63 s"; three digits.
Quantity format_duration(double seconds);
/// "451 G/s", "3.9 G/s": cells per second.
Quantity format_cell_rate(double cells_per_second);
/// "3.21 TB/s".
Quantity format_bandwidth(double bytes_per_second);
/// "25 800 steps/s", "0.50 steps/s".
Quantity format_step_rate(double steps_per_second);

}  // namespace heatlab
