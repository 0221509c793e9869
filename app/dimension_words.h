#pragma once

#include "sim/cell_type.h"

namespace heatlab {

/// The figures of the scheme in d dimensions, as they are written.
struct DimensionWords {
    const char* monotone;          ///< 1 / (4 d): "1/8"
    const char* bound;             ///< 1 / (2 d): "1/4"
    const char* centre_weight;     ///< 1 - 2 d r: "1 − 4r"
    const char* checkerboard;      ///< |1 - 4 d r|: "|1 − 8r|"
    const char* fastest_wave;      ///< "checkerboard"
    const char* overflow_float32;  ///< |u| from which the sum of the neighbours overflows: "8.5e37"
    const char* overflow_float64;
    const char* neighbours;  ///< "four neighbours"

    const char* overflow(CellType type) const {
        return type == CellType::float64 ? overflow_float64 : overflow_float32;
    }
};

/// `dimensions`: 1 to 3.
inline const DimensionWords& words_of(int dimensions) {
    static constexpr DimensionWords all[] = {
        {"1/4", "1/2", "1 − 2r", "|1 − 4r|", "zigzag", "1.7e38", "9.0e307", "two neighbours"},
        {"1/8", "1/4", "1 − 4r", "|1 − 8r|", "checkerboard", "8.5e37", "4.5e307",
         "four neighbours"},
        {"1/12", "1/6", "1 − 6r", "|1 − 12r|", "checkerboard", "5.7e37", "3.0e307",
         "six neighbours"}};
    return all[dimensions - 1];
}

}  // namespace heatlab
