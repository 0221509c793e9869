#pragma once

namespace heatlab {

/// The figures of the scheme in d dimensions, as they are written.
struct DimensionWords {
    const char* monotone;       ///< 1 / (4 d): "1/8"
    const char* bound;          ///< 1 / (2 d): "1/4"
    const char* centre_weight;  ///< 1 - 2 d r: "1 − 4r"
    const char* checkerboard;   ///< |1 - 4 d r|: "|1 − 8r|"
    const char* fastest_wave;   ///< "checkerboard"
};

/// `dimensions`: 1 to 3.
inline const DimensionWords& words_of(int dimensions) {
    static constexpr DimensionWords all[] = {
        {"1/4", "1/2", "1 − 2r", "|1 − 4r|", "zigzag"},
        {"1/8", "1/4", "1 − 4r", "|1 − 8r|", "checkerboard"},
        {"1/12", "1/6", "1 − 6r", "|1 − 12r|", "checkerboard"}};
    return all[dimensions - 1];
}

}  // namespace heatlab
