#pragma once

#include <span>
#include <vector>

#include "sim/boundary.h"
#include "sim/grid.h"

namespace heatlab {

/// A temperature field on the host: float32, dense, C order, shape (height, width), row 0 on top;
/// in three dimensions (depth, height, width), whose rows are counted through all slices.
/// Copies are made by `clone()` only, so that none is made by accident.
class Field {
public:
    Field() = default;
    explicit Field(GridSize size, float fill = 0.0f)
        : size_(size), cells_(static_cast<std::size_t>(size.cells()), fill) {}

    Field(Field&&) noexcept = default;
    Field& operator=(Field&&) noexcept = default;

    Field clone() const { return Field(*this); }

    GridSize size() const { return size_; }
    std::span<float> cells() { return cells_; }
    std::span<const float> cells() const { return cells_; }
    float& at(int row, int col) { return cells_[index(row, col)]; }
    float at(int row, int col) const { return cells_[index(row, col)]; }
    std::span<float> row(int row) { return cells().subspan(index(row, 0), width()); }
    std::span<const float> row(int row) const { return cells().subspan(index(row, 0), width()); }
    std::span<float> slice(int slice) {
        const int height = size_.height;
        return cells().subspan(index(slice * height, 0), index(height, 0));
    }

private:
    Field(const Field&) = default;
    Field& operator=(const Field&) = default;

    std::size_t width() const { return static_cast<std::size_t>(size_.width); }
    std::size_t index(int row, int col) const {
        return static_cast<std::size_t>(row) * width() + static_cast<std::size_t>(col);
    }

    GridSize size_;
    std::vector<float> cells_;
};

/// The cells of a plane of a field of three dimensions, as a field of two; a copy of any other
/// field.
Field plane_of(const Field& field, const Plane& plane);

/// Writes the walls into the boundary ring; corners take the value of top or bottom, and a
/// grid of one row takes top. In one dimension the two ends, in three the six faces.
void apply_walls(Field& field, const Walls& walls);
/// The same along the fixed sides only. A corner that is fixed by one of its sides takes that
/// side's value.
void apply_walls(Field& field, const Walls& walls, const Boundaries& boundaries);

}  // namespace heatlab
