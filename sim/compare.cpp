#include "sim/compare.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace heatlab {
namespace {

template <typename Differs, typename Expected>
std::optional<CellDifference> find_first(const Field& field, const Expected& expected,
                                         const Differs& differs) {
    for (int row = 0; row < field.size().rows(); ++row) {
        for (int col = 0; col < field.size().width; ++col) {
            if (!differs(row, col))
                continue;
            return CellDifference{{row, col}, field.at(row, col), expected.at(row, col)};
        }
    }
    return std::nullopt;
}

bool is_nan(float value) {
    return (std::bit_cast<std::uint32_t>(value) & 0x7fffffffu) > 0x7f800000u;
}

}  // namespace

bool same_value(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (is_nan(a) && is_nan(b));
}

std::optional<CellDifference> first_difference(const Field& field, const Field& expected) {
    return find_first(field, expected, [&](int row, int col) {
        return !same_value(field.at(row, col), expected.at(row, col));
    });
}

std::optional<CellDifference> first_ring_difference(const Field& field, const Field& expected,
                                                    const Boundaries& boundaries) {
    const CellRect changing = updated_cells(field.size(), boundaries);
    return find_first(field, expected, [&](int row, int col) {
        const bool changes = is_updated_row(field.size(), changing, row) && col >= changing.col &&
                             col < changing.col + changing.width;
        return !changes && !same_value(field.at(row, col), expected.at(row, col));
    });
}

std::optional<CellDifference> first_beyond(const Field& field, const ReferenceField& expected,
                                           double tolerance) {
    return find_first(field, expected, [&](int row, int col) {
        // Written so that NaN is beyond.
        return !(std::abs(field.at(row, col) - expected.at(row, col)) <= tolerance);
    });
}

}  // namespace heatlab
