#pragma once

#include <span>
#include <vector>

#include "sim/boundary.h"
#include "sim/cell_type.h"
#include "sim/grid.h"

namespace heatlab {

/// A temperature field on the host: dense, C order, shape (height, width), row 0 on top; in three
/// dimensions (depth, height, width), whose rows are counted through all slices. `Real`: float or
/// double. Copies are made by `clone()` only, so that none is made by accident.
template <typename Real>
class BasicField {
public:
    using Value = Real;

    BasicField() = default;
    explicit BasicField(GridSize size, Real fill = 0)
        : size_(size), cells_(static_cast<std::size_t>(size.cells()), fill) {}

    BasicField(BasicField&&) noexcept = default;
    BasicField& operator=(BasicField&&) noexcept = default;

    BasicField clone() const { return BasicField(*this); }

    GridSize size() const { return size_; }
    std::span<Real> cells() { return cells_; }
    std::span<const Real> cells() const { return cells_; }
    Real& at(int row, int col) { return cells_[index(row, col)]; }
    Real at(int row, int col) const { return cells_[index(row, col)]; }
    std::span<Real> row(int row) { return cells().subspan(index(row, 0), width()); }
    std::span<const Real> row(int row) const { return cells().subspan(index(row, 0), width()); }
    std::span<Real> slice(int slice) {
        const int height = size_.height;
        return cells().subspan(index(slice * height, 0), index(height, 0));
    }

private:
    BasicField(const BasicField&) = default;
    BasicField& operator=(const BasicField&) = default;

    std::size_t width() const { return static_cast<std::size_t>(size_.width); }
    std::size_t index(int row, int col) const {
        return static_cast<std::size_t>(row) * width() + static_cast<std::size_t>(col);
    }

    GridSize size_;
    std::vector<Real> cells_;
};

using Field = BasicField<float>;
using Field64 = BasicField<double>;

/// The cells of a plane of a field of three dimensions, as a field of two; a copy of any other
/// field.
template <typename Real>
BasicField<Real> plane_of(const BasicField<Real>& field, const Plane& plane);

/// Writes the walls into the boundary ring; corners take the value of top or bottom, and a
/// grid of one row takes top. In one dimension the two ends, in three the six faces.
template <typename Real>
void apply_walls(BasicField<Real>& field, const Walls& walls);
/// The same along the fixed sides only. A corner that is fixed by one of its sides takes that
/// side's value.
template <typename Real>
void apply_walls(BasicField<Real>& field, const Walls& walls, const Boundaries& boundaries);

/// Each cell as float32, see rounded_cell.
Field rounded(const Field64& field);
/// The same values.
Field64 widened(const Field& field);

}  // namespace heatlab
