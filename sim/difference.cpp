#include "sim/difference.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "sim/compare.h"
#include "sim/cpu/denormals.h"
#include "sim/rounded_cell.h"

namespace heatlab {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr std::int32_t magnitude_bits = 0x7fffffff;
constexpr std::int32_t infinity_bits = 0x7f800000;

template <typename Real>
using Cells = std::span<const Real>;

std::int32_t bits_of(float value) {
    return std::bit_cast<std::int32_t>(value);
}

// The loops over rows below have neither branches nor calls, so that compilers make vectors of
// them.

/// As `same_value`.
bool same(float a, float b) {
    const bool both_nan = ((bits_of(a) & magnitude_bits) > infinity_bits) &
                          ((bits_of(b) & magnitude_bits) > infinity_bits);
    return (bits_of(a) == bits_of(b)) | both_nan;
}

bool finite(float value) {
    return (bits_of(value) & magnitude_bits) < infinity_bits;
}

/// As a picture shows it. + 0 takes the sign from a zero; further bits make NaN of infinities.
float shown_difference(float a, float b) {
    const float difference = (b - a) + 0.0f;
    const std::int32_t unknown = finite(difference) ? 0 : bits_of(not_a_number);
    const std::int32_t differs = same(a, b) ? 0 : -1;
    return std::bit_cast<float>((bits_of(difference) | unknown) & differs);
}

/// The same of float64.
float shown_difference(double a, double b) {
    if (same_value(a, b))
        return 0.0f;
    const double difference = b - a;
    return std::isfinite(difference) ? rounded_cell(difference) + 0.0f : not_a_number;
}

struct RowDifference {
    std::int32_t cells = 0;
    double largest = 0;  ///< |second - first| where that is finite
};

RowDifference compare_rows(Cells<float> first, Cells<float> second) {
    RowDifference row;
    std::int32_t largest = 0;  // as bits, which are in the order of the numbers
    for (std::size_t col = 0; col < first.size(); ++col) {
        const std::int32_t magnitude = bits_of(second[col] - first[col]) & magnitude_bits;
        largest = std::max(largest, magnitude < infinity_bits ? magnitude : 0);
        row.cells += same(first[col], second[col]) ? 0 : 1;
    }
    row.largest = std::bit_cast<float>(largest);
    return row;
}

RowDifference compare_rows(Cells<double> first, Cells<double> second) {
    RowDifference row;
    for (std::size_t col = 0; col < first.size(); ++col) {
        const double magnitude = std::abs(second[col] - first[col]);
        row.largest = std::isfinite(magnitude) ? std::max(row.largest, magnitude) : row.largest;
        row.cells += same_value(first[col], second[col]) ? 0 : 1;
    }
    return row;
}

float seen(float cell) {
    return cell;
}
float seen(double cell) {
    return rounded_cell(cell);
}

template <typename Real>
DifferingCell first_in_rows(Cells<Real> first, Cells<Real> second, int row) {
    std::size_t col = 0;
    while (same_value(first[col], second[col]))
        ++col;
    return {{row, static_cast<int>(col)}, seen(first[col]), seen(second[col])};
}

/// Differences of the rows of one row of blocks, column by column.
class ColumnExtremes {
public:
    explicit ColumnExtremes(std::size_t columns)
        : minimum_(columns), maximum_(columns), unknown_(columns) {}

    void clear() {
        std::ranges::fill(minimum_, infinity);
        std::ranges::fill(maximum_, -infinity);
        std::ranges::fill(unknown_, 0);
    }

    template <typename Real>
    void add(Cells<Real> first, Cells<Real> second) {
        const std::size_t columns = minimum_.size();
        float* const minimum = minimum_.data();
        float* const maximum = maximum_.data();
        std::int32_t* const unknown = unknown_.data();
        for (std::size_t col = 0; col < columns; ++col) {
            const float difference = shown_difference(first[col], second[col]);
            // NaN is neither below nor above.
            minimum[col] = difference < minimum[col] ? difference : minimum[col];
            maximum[col] = difference > maximum[col] ? difference : maximum[col];
            unknown[col] |= finite(difference) ? 0 : 1;
        }
    }

    /// Of the columns [begin, end).
    BlockTexel texel(std::size_t begin, std::size_t end) const {
        float minimum = infinity;
        float maximum = -infinity;
        bool known = true;
        for (std::size_t col = begin; col < end; ++col) {
            minimum = std::min(minimum, minimum_[col]);
            maximum = std::max(maximum, maximum_[col]);
            known = known && unknown_[col] == 0;
        }
        const float largest = maximum >= -minimum ? maximum : minimum;
        const float mean = known ? largest : not_a_number;
        const bool any = minimum <= maximum;
        return {mean, any ? minimum : mean, any ? maximum : mean, 0.0f};
    }

private:
    std::vector<float> minimum_;
    std::vector<float> maximum_;
    std::vector<std::int32_t> unknown_;
};

/// `row` of both fields, as far as it is in the picture.
template <typename Real>
struct PictureRows {
    PictureRows(const BasicField<Real>& a, const BasicField<Real>& b, const CellRect& cells,
                int row)
        : first(part(a, cells, row)), second(part(b, cells, row)) {}

    static Cells<Real> part(const BasicField<Real>& field, const CellRect& cells, int row) {
        return field.row(row).subspan(static_cast<std::size_t>(cells.col),
                                      static_cast<std::size_t>(cells.width));
    }

    Cells<Real> first;
    Cells<Real> second;
};

template <typename Real>
void draw_cells(FieldPicture& picture, const BasicField<Real>& first,
                const BasicField<Real>& second, const std::atomic<bool>& stop) {
    auto texel = picture.texels.begin();
    const int end = picture.cells.row + picture.cells.height;
    for (int row = picture.cells.row; row < end && !stop; ++row) {
        const PictureRows<Real> rows(first, second, picture.cells, row);
        texel = std::ranges::transform(rows.first, rows.second, texel, [](Real a, Real b) {
                    return shown_difference(a, b);
                }).out;
    }
}

template <typename Real>
void draw_blocks(FieldPicture& picture, const BasicField<Real>& first,
                 const BasicField<Real>& second, const std::atomic<bool>& stop) {
    const auto width = static_cast<std::size_t>(picture.cells.width);
    const auto block = static_cast<std::size_t>(picture.block);
    ColumnExtremes columns(width);
    auto* texel = reinterpret_cast<BlockTexel*>(picture.texels.data());
    const int end = picture.cells.row + picture.cells.height;
    for (int row = picture.cells.row; row < end && !stop;) {
        columns.clear();
        for (const int block_end = std::min(row + picture.block, end); row < block_end; ++row) {
            const PictureRows<Real> rows(first, second, picture.cells, row);
            columns.add(rows.first, rows.second);
        }
        for (std::size_t col = 0; col < width; col += block)
            *texel++ = columns.texel(col, std::min(col + block, width));
    }
}

template <typename Real>
void draw(FieldPicture& picture, const BasicField<Real>& first, const BasicField<Real>& second,
          const std::atomic<bool>& stop) {
    picture.texels.resize(static_cast<std::size_t>(picture.width) *
                          static_cast<std::size_t>(picture.height) *
                          static_cast<std::size_t>(picture.channels()));
    if (picture.block == 1)
        draw_cells(picture, first, second, stop);
    else
        draw_blocks(picture, first, second, stop);
}

}  // namespace

template <typename Real>
std::optional<FieldDifference> field_difference(const BasicField<Real>& first,
                                                const BasicField<Real>& second,
                                                std::shared_ptr<FieldPicture> picture,
                                                const std::atomic<bool>& stop) {
    const DenormalMode denormals(cell_type_of<Real>());
    const auto start = std::chrono::steady_clock::now();
    FieldDifference result;
    for (int row = 0; row < first.size().rows() && !stop; ++row) {
        const Cells<Real> a = first.row(row);
        const Cells<Real> b = second.row(row);
        if (std::memcmp(a.data(), b.data(), a.size_bytes()) == 0)
            continue;
        const RowDifference found = compare_rows(a, b);
        if (found.cells > 0 && !result.where)
            result.where = first_in_rows<Real>(a, b, row);
        result.cells += found.cells;
        result.largest = std::max(result.largest, found.largest);
    }
    const bool plane = picture && first.size().dimensions == 3 && picture->slices == 0;
    if (plane)
        draw(*picture, plane_of(first, picture->plane), plane_of(second, picture->plane), stop);
    else if (picture)
        draw(*picture, first, second, stop);
    result.picture = std::move(picture);
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return stop ? std::nullopt : std::optional(std::move(result));
}

template std::optional<FieldDifference> field_difference(const Field&, const Field&,
                                                         std::shared_ptr<FieldPicture>,
                                                         const std::atomic<bool>&);
template std::optional<FieldDifference> field_difference(const Field64&, const Field64&,
                                                         std::shared_ptr<FieldPicture>,
                                                         const std::atomic<bool>&);

}  // namespace heatlab
