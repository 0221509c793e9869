#include "sim/compare.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace heatlab {
namespace {

template <typename Real, typename Differs, typename Expected>
std::optional<CellDifference> find_first(const BasicField<Real>& field, const Expected& expected,
                                         const Differs& differs) {
    for (int row = 0; row < field.size().rows(); ++row) {
        for (int col = 0; col < field.size().width; ++col) {
            if (!differs(row, col))
                continue;
            return CellDifference{
                {row, col}, field.at(row, col), static_cast<double>(expected.at(row, col))};
        }
    }
    return std::nullopt;
}

bool is_nan(float value) {
    return (std::bit_cast<std::uint32_t>(value) & 0x7fffffffu) > 0x7f800000u;
}

bool is_nan(double value) {
    return (std::bit_cast<std::uint64_t>(value) & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

}  // namespace

bool same_value(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (is_nan(a) && is_nan(b));
}

bool same_value(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
           (is_nan(a) && is_nan(b));
}

template <typename Real>
std::optional<CellDifference> first_difference(const BasicField<Real>& field,
                                               const BasicField<Real>& expected) {
    return find_first(field, expected, [&](int row, int col) {
        return !same_value(field.at(row, col), expected.at(row, col));
    });
}

template <typename Real>
std::optional<CellDifference> first_ring_difference(const BasicField<Real>& field,
                                                    const BasicField<Real>& expected,
                                                    const Boundaries& boundaries) {
    const CellRect changing = updated_cells(field.size(), boundaries);
    return find_first(field, expected, [&](int row, int col) {
        const bool changes = is_updated_row(field.size(), changing, row) && col >= changing.col &&
                             col < changing.col + changing.width;
        return !changes && !same_value(field.at(row, col), expected.at(row, col));
    });
}

template <typename Real>
std::optional<CellDifference> first_beyond(const BasicField<Real>& field,
                                           const ReferenceFor<Real>& expected, double tolerance) {
    return find_first(field, expected, [&](int row, int col) {
        // Written so that NaN is beyond.
        return !(std::abs(field.at(row, col) - expected.at(row, col)) <= tolerance);
    });
}

template std::optional<CellDifference> first_difference(const Field&, const Field&);
template std::optional<CellDifference> first_difference(const Field64&, const Field64&);
template std::optional<CellDifference> first_ring_difference(const Field&, const Field&,
                                                             const Boundaries&);
template std::optional<CellDifference> first_ring_difference(const Field64&, const Field64&,
                                                             const Boundaries&);
template std::optional<CellDifference> first_beyond(const Field&, const ReferenceFor<float>&,
                                                    double);
template std::optional<CellDifference> first_beyond(const Field64&, const ReferenceFor<double>&,
                                                    double);

}  // namespace heatlab
