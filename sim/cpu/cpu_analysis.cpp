#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "sim/change.h"
#include "sim/cpu/cpu_engine.h"

// What the stability laboratory reads of the field.

namespace heatlab {
namespace {

/// The rows of a field are analysed in at most as many parts, which are put together in their
/// order: the sums do not depend on which thread saw what.
constexpr int most_parts = 1024;

/// Adds what was seen of the rows that follow.
void merge(PartialAnalysis& all, const PartialAnalysis& next) {
    const auto keep = [](ExtremeRow& kept, const ExtremeRow& found, bool better) {
        if (found.row >= 0 && (kept.row < 0 || better))
            kept = found;
    };
    keep(all.minimum, next.minimum, next.minimum.value < all.minimum.value);
    keep(all.maximum, next.maximum, next.maximum.value > all.maximum.value);
    keep(all.change, next.change, next.change.value > all.change.value);
    all.non_finite_cells += next.non_finite_cells;
    all.squares += next.squares;
    for (int k = 0; k < PartialAnalysis::most_weights; ++k)
        all.projections[k] += next.projections[k];
}

/// With zeros up to a multiple of the padding.
AlignedArray<float> padded(const std::vector<float>& values) {
    constexpr std::size_t padding = AnalyseJob::column_padding;
    const std::size_t count = (values.size() + padding - 1) / padding * padding;
    AlignedArray<float> result = aligned_array<float>(count);
    std::fill(std::copy(values.begin(), values.end(), result.get()), result.get() + count, 0.0f);
    return result;
}

}  // namespace

template <typename Real>
void CpuEngine<Real>::set_projections(const std::vector<SeparableWeight>& weights) {
    projections_.clear();
    for (const SeparableWeight& weight : weights)
        projections_.push_back({padded(weight.columns), weight.rows});
}

template <typename Real>
PartialAnalysis CpuEngine<Real>::analyse_rows(bool project) {
    AnalyseJob job;
    job.cells = seen().row(0);
    job.pitch = seen().pitch();
    job.grid = grid_.sheet();
    if (grid_.dimensions != 3) {  // where the neighbours are those of two dimensions
        job.ends = grid_ends();
        job.updated = updated_cells(grid_, boundaries_);
    }
    if (project) {
        for (const Projection& projection : projections_) {
            job.columns[job.weights] = projection.columns.get();
            job.rows[job.weights] = projection.rows.data();
            ++job.weights;
        }
    }
    const int rows_per_part = (grid_.rows() + most_parts - 1) / most_parts;
    const int part_count = (grid_.rows() + rows_per_part - 1) / rows_per_part;
    // For all members at once, as nothing may throw on them.
    std::vector<PartialAnalysis> parts(static_cast<std::size_t>(part_count));
    const auto scratch =
        aligned_array<float>(AnalyseJob::scratch_floats * static_cast<std::size_t>(members()));
    RowShares shares(members());
    shares.deal(0, part_count, std::max(1, part_count / (8 * members())));
    team_.run(members(), [&](int member) {
        float* const changes =
            scratch.get() + AnalyseJob::scratch_floats * static_cast<std::size_t>(member);
        int first = 0;
        int last = 0;
        while (shares.take(member, first, last)) {
            for (int part = first; part < last; ++part) {
                const int row = part * rows_per_part;
                instructions_.analyse(job, row, std::min(row + rows_per_part, grid_.rows()),
                                      changes, parts[static_cast<std::size_t>(part)]);
            }
        }
    });
    PartialAnalysis all;
    for (const PartialAnalysis& part : parts)
        merge(all, part);
    return all;
}

template <typename Real>
ExtremeCell CpuEngine<Real>::find_in_row(const ExtremeRow& extreme) const {
    if (extreme.row < 0)
        return {std::numeric_limits<float>::quiet_NaN(), {}};
    const float* const cells = seen().row(extreme.row);
    const float* const found = std::find(cells, cells + grid_.width, extreme.value);
    return {*found, {extreme.row, static_cast<int>(found - cells)}};
}

template <typename Real>
ExtremeCell CpuEngine<Real>::find_change_in_row(const ExtremeRow& extreme) const {
    const CellRect updated = updated_cells(grid_, boundaries_);
    if (extreme.row < 0)
        return {0, {updated.row, updated.col}};
    const int last_col = updated.col + updated.width - 1;
    int col = updated.col;
    while (col < last_col && std::abs(change_at(extreme.row, col)) != extreme.value)
        ++col;
    return {extreme.value, {extreme.row, col}};
}

template <typename Real>
FieldAnalysis CpuEngine<Real>::analyse() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const PartialAnalysis all = analyse_rows(true);
    const std::int64_t finite_cells = grid_.cells() - all.non_finite_cells;
    FieldAnalysis result;
    result.step = step_;
    result.minimum = find_in_row(all.minimum);
    result.maximum = find_in_row(all.maximum);
    result.mean_square = finite_cells > 0 ? all.squares / static_cast<double>(finite_cells) : nan;
    result.largest_change = find_change_in_row(all.change);
    // A fixed cell that is not finite may be nobody's neighbour.
    for (std::size_t k = 0; k < projections_.size(); ++k)
        result.projections[k] = all.non_finite_cells > 0 ? nan : all.projections[k];
    return result;
}

template <typename Real>
ExtremeCell CpuEngine<Real>::furthest_outside(const ValueLimits& limits) {
    const PartialAnalysis all = analyse_rows(false);
    const ExtremeCell minimum = find_in_row(all.minimum);
    const ExtremeCell maximum = find_in_row(all.maximum);
    const double below = double{limits.low} - double{minimum.value};
    const double above = double{maximum.value} - double{limits.high};
    if (below != above)
        return below > above ? minimum : maximum;
    const auto place = [](Cell cell) { return std::pair(cell.row, cell.col); };
    return place(minimum.cell) < place(maximum.cell) ? minimum : maximum;
}

template <typename Real>
float CpuEngine<Real>::change_at(int row, int col) const {
    const GridEnds ends = grid_ends();
    const float* const north = seen().row(index_before(row, grid_.height, ends.top));
    const float* const here = seen().row(row);
    const float* const south = seen().row(index_after(row, grid_.height, ends.bottom));
    return change_from_quarters(
        0.25f * north[col], 0.25f * here[index_after(col, grid_.width, ends.right)],
        0.25f * south[col], 0.25f * here[index_before(col, grid_.width, ends.left)], here[col]);
}

template <typename Real>
template <typename Value>
std::shared_ptr<const CellBlock> CpuEngine<Real>::read_block(const CellRect& cells,
                                                             const Value& value) {
    auto block = std::make_shared<CellBlock>();
    block->cells = cells;
    block->step = step_;
    const auto width = static_cast<std::size_t>(cells.width);
    block->values.resize(width * static_cast<std::size_t>(cells.height));
    for_each_row(cells.row, cells.row + cells.height, [&](int row) {
        float* out = block->values.data() + width * static_cast<std::size_t>(row - cells.row);
        for (int col = cells.col; col < cells.col + cells.width; ++col)
            *out++ = value(row, col);
    });
    return block;
}

template <typename Real>
std::shared_ptr<const CellBlock> CpuEngine<Real>::read_changes(const CellRect& cells) {
    return read_block(cells, [this](int row, int col) { return change_at(row, col); });
}

template <typename Real>
std::shared_ptr<const CellBlock> CpuEngine<Real>::read_cells(const CellRect& cells) {
    return read_block(cells, [this](int row, int col) { return seen().row(row)[col]; });
}

template void CpuEngine<float>::set_projections(const std::vector<SeparableWeight>&);
template FieldAnalysis CpuEngine<float>::analyse();
template ExtremeCell CpuEngine<float>::furthest_outside(const ValueLimits&);
template std::shared_ptr<const CellBlock> CpuEngine<float>::read_changes(const CellRect&);
template std::shared_ptr<const CellBlock> CpuEngine<float>::read_cells(const CellRect&);
template void CpuEngine<double>::set_projections(const std::vector<SeparableWeight>&);
template FieldAnalysis CpuEngine<double>::analyse();
template ExtremeCell CpuEngine<double>::furthest_outside(const ValueLimits&);
template std::shared_ptr<const CellBlock> CpuEngine<double>::read_changes(const CellRect&);
template std::shared_ptr<const CellBlock> CpuEngine<double>::read_cells(const CellRect&);

}  // namespace heatlab
