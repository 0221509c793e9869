#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/capsule.h"
#include "sim/cpu/cpu_engine.h"

// What changes the field between steps.

namespace heatlab {
namespace {

/// Share of the brush's value at a distance from its path: 1 inside half the radius, from there
/// smoothly to 0 at the rim.
float brush_weight(float distance, float radius) {
    const float t = std::clamp((radius - distance) / (0.5f * radius), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// The cells from `low` to `high` among [first, last).
std::pair<int, int> range_within(float low, float high, int first, int last) {
    const auto bound = [&](float value) {
        return static_cast<int>(
            std::clamp(static_cast<double>(value), double{1} * first, double{1} * last));
    };
    return {bound(std::floor(low)), bound(std::ceil(high) + 1)};
}

}  // namespace

template <typename Real>
void CpuEngine<Real>::set_boundaries(const Boundaries& boundaries) {
    boundaries_ = boundaries;
    // A side that becomes fixed keeps what it has reached, in both buffers.
    const int last_col = grid_.width - 1;
    const int last_row = grid_.height - 1;
    for (int row = 0; row < grid_.rows(); ++row) {
        other_.row(row)[0] = current_.row(row)[0];
        other_.row(row)[last_col] = current_.row(row)[last_col];
    }
    if (grid_.dimensions == 2) {  // the only one whose other sides can have been open
        other_.write_row(0, current_.row(0));
        other_.write_row(last_row, current_.row(last_row));
    }
}

template <typename Real>
void CpuEngine<Real>::set_walls(const Walls& walls) {
    const auto fixed = [](BoundaryKind kind) { return kind == BoundaryKind::dirichlet; };
    for (Buffer* buffer : {&current_, &other_}) {
        for (int row = 0; row < grid_.rows(); ++row) {
            if (fixed(boundaries_.right))
                buffer->row(row)[grid_.width - 1] = static_cast<Real>(walls.right);
            if (fixed(boundaries_.left))
                buffer->row(row)[0] = static_cast<Real>(walls.left);
        }
        for (int first = 0; first < grid_.rows(); first += grid_.height) {
            if (fixed(boundaries_.bottom))
                std::fill_n(buffer->row(first + grid_.height - 1), grid_.width,
                            static_cast<Real>(walls.bottom));
            if (fixed(boundaries_.top))
                std::fill_n(buffer->row(first), grid_.width, static_cast<Real>(walls.top));
        }
        for (int row = 0; grid_.dimensions == 3 && row < grid_.height; ++row) {
            std::fill_n(buffer->row(grid_.rows() - 1 - row), grid_.width,
                        static_cast<Real>(walls.back));
            std::fill_n(buffer->row(row), grid_.width, static_cast<Real>(walls.front));
        }
    }
}

template <typename Real>
void CpuEngine<Real>::paint(const BrushDab& dab) {
    if (!(dab.radius > 0))
        return;
    const CellRect cells_to_paint = updated_cells(grid_, boundaries_);
    const int inner_slices = grid_.dimensions == 3 ? 1 : 0;  // between front and back
    const auto [first_slice, last_slice] = range_within(
        std::min(dab.slice0, dab.slice1) - dab.radius,
        std::max(dab.slice0, dab.slice1) + dab.radius, inner_slices, grid_.depth - inner_slices);
    const auto [first_row, last_row] = range_within(
        std::min(dab.row0, dab.row1) - dab.radius, std::max(dab.row0, dab.row1) + dab.radius,
        cells_to_paint.row, cells_to_paint.row + cells_to_paint.height);
    const auto [first_col, last_col] = range_within(
        std::min(dab.col0, dab.col1) - dab.radius, std::max(dab.col0, dab.col1) + dab.radius,
        cells_to_paint.col, cells_to_paint.col + cells_to_paint.width);
    const Capsule path{dab.col0, dab.row0, dab.col1, dab.row1, dab.slice0, dab.slice1};
    const auto paint_row = [&, first_col = first_col, last_col = last_col](int slice, int row) {
        Real* cells = current_.row(slice * grid_.height + row);
        for (int col = first_col; col < last_col; ++col) {
            const float distance = path.distance(static_cast<float>(col), static_cast<float>(row),
                                                 static_cast<float>(slice));
            const float weight = brush_weight(distance, dab.radius);
            if (weight <= 0)
                continue;
            // At full weight without arithmetic, so that the brush also removes what is not finite.
            cells[col] =
                weight >= 1 ? Real{dab.value} : cells[col] + weight * (dab.value - cells[col]);
        }
    };
    for (int slice = first_slice; slice < last_slice; ++slice)
        for (int row = first_row; row < last_row; ++row)
            paint_row(slice, row);
}

template void CpuEngine<float>::set_boundaries(const Boundaries&);
template void CpuEngine<float>::set_walls(const Walls&);
template void CpuEngine<float>::paint(const BrushDab&);
template void CpuEngine<double>::set_boundaries(const Boundaries&);
template void CpuEngine<double>::set_walls(const Walls&);
template void CpuEngine<double>::paint(const BrushDab&);

}  // namespace heatlab
