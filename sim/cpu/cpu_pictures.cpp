#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "sim/cpu/aligned_memory.h"
#include "sim/cpu/cpu_engine.h"
#include "sim/statistics.h"

namespace heatlab {
namespace {

/// Rows and columns that are reduced together where no texels are wanted.
constexpr int statistics_block = 16;

}  // namespace

template <typename Real>
typename CpuEngine<Real>::PlaneCells CpuEngine<Real>::slice_cells(int slice) const {
    return {seen().row(slice * grid_.height), seen().pitch(), plane_size(grid_, Axis::z)};
}

template <typename Real>
typename CpuEngine<Real>::PlaneCells CpuEngine<Real>::plane_cells() {
    if (grid_.dimensions != 3)
        return {seen().row(0), seen().pitch(), grid_};
    const Plane& plane = request_.plane;
    const GridSize size = plane_size(grid_, plane.across);
    if (plane.across == Axis::z)
        return slice_cells(plane.index);
    if (plane.across == Axis::y)
        return {seen().row(plane.index), seen().pitch() * grid_.height, size};
    if (!gathered_)
        gathered_.emplace(size);
    for_each_row(0, size.height, [&](int row) {
        float* out = gathered_->row(row);
        for (int slice = 0; slice < grid_.depth; ++slice)
            out[slice] = seen().row(slice * grid_.height + row)[plane.index];
    });
    return {gathered_->row(0), gathered_->pitch(), size};
}

template <typename Real>
template <typename PlaneOf>
PartialStatistics CpuEngine<Real>::reduce(int planes, const PlaneOf& plane_of, const CellRect& rect,
                                          int block, BlockTexel* texels) {
    ReduceJob shape;
    shape.rect = rect;
    shape.block = block;
    shape.texels = texels;
    shape.alternating_threshold = request_.alternating_threshold;

    PartialStatistics total;
    std::mutex adding;
    RowShares shares(members());
    const int block_rows = shape.block_rows();
    const int all_rows = planes * block_rows;
    shares.deal(0, all_rows, std::max(1, all_rows / (8 * members())));
    // For all members at once, as nothing may throw on them.
    const std::size_t floats = shape.scratch_floats();
    const auto scratch_of_all = aligned_array<float>(floats * static_cast<std::size_t>(members()));
    team_.run(members(), [&](int member) {
        float* const scratch = scratch_of_all.get() + floats * static_cast<std::size_t>(member);
        PartialStatistics part;
        int first = 0;
        int last = 0;
        while (shares.take(member, first, last)) {
            while (first < last) {
                const int plane = first / block_rows;
                const int end = std::min(last, (plane + 1) * block_rows);
                const PlaneCells cells = plane_of(plane);
                ReduceJob job = shape;
                job.cells = cells.first;
                job.pitch = cells.pitch;
                job.grid = cells.grid;
                instructions_.reduce(job, first - plane * block_rows, end - plane * block_rows,
                                     scratch, part);
                first = end;
            }
        }
        const std::lock_guard lock(adding);
        total.add(part);
    });
    return total;
}

template <typename Real>
std::shared_ptr<FieldPicture> CpuEngine<Real>::spare_picture() {
    // Nobody else holds the picture before last: its memory is used again.
    if (spare_ && spare_.use_count() == 1) {
        // What its last reader did comes before what is written now.
        std::atomic_thread_fence(std::memory_order_acquire);
        return std::exchange(spare_, nullptr);
    }
    return std::make_shared<FieldPicture>();
}

template <typename Real>
std::optional<PartialStatistics> CpuEngine<Real>::publish(bool statistics) {
    auto picture = spare_picture();
    std::vector<float> texel_memory = std::move(picture->texels);
    *picture = blank_picture(grid_, request_);
    picture->texels = std::move(texel_memory);
    const CellRect& cells = picture->cells;
    picture->step = step_;
    picture->serial = ++serial_;
    const std::size_t texels =
        static_cast<std::size_t>(picture->width) * static_cast<std::size_t>(picture->height);
    picture->texels.resize(texels * static_cast<std::size_t>(picture->channels()));

    std::optional<PartialStatistics> known;
    const PlaneCells plane = picture->slices > 0
                                 ? PlaneCells{seen().row(0), seen().pitch(), picture->grid}
                                 : plane_cells();
    if (texels > 0 && picture->block == 1) {
        const std::size_t row_bytes = static_cast<std::size_t>(cells.width) * sizeof(float);
        for_each_row(0, cells.height, [&](int row) {
            std::memcpy(picture->texels.data() +
                            static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width),
                        plane.first + (cells.row + row) * plane.pitch + cells.col, row_bytes);
        });
    } else if (texels > 0) {
        const PartialStatistics seen = reduce(
            1, [&](int) { return plane; }, cells, picture->block,
            reinterpret_cast<BlockTexel*>(picture->texels.data()));
        const bool whole =
            grid_.dimensions != 3 && cells.width == grid_.width && cells.height == grid_.height;
        if (statistics && whole)
            known = seen;
    }
    spare_ = std::exchange(picture_, std::move(picture));
    return known;
}

template <typename Real>
FieldStatistics CpuEngine<Real>::statistics(const std::optional<PartialStatistics>& known) {
    const PartialStatistics all =
        known ? *known
              : reduce(
                    grid_.depth, [this](int slice) { return slice_cells(slice); },
                    {0, 0, grid_.width, grid_.height}, statistics_block, nullptr);
    const bool any = all.finite_cells > 0;
    FieldStatistics result;
    result.step = step_;
    result.minimum = any ? all.minimum : std::numeric_limits<float>::quiet_NaN();
    result.maximum = any ? all.maximum : std::numeric_limits<float>::quiet_NaN();
    result.non_finite_cells = all.non_finite_cells;
    result.alternating_maximum = all.alternating_maximum;
    result.alternating_cells = all.alternating_cells;
    const std::int64_t stride = histogram_stride(grid_.sheet());
    for (std::int64_t row = 0; row < grid_.rows(); row += stride) {
        const float* cells = seen().row(static_cast<int>(row));
        for (std::int64_t col = 0; col < grid_.width; col += stride) {
            if (!std::isfinite(cells[col]))
                continue;
            const int bin =
                histogram_bin(cells[col], request_.histogram_low, request_.histogram_high);
            ++result.histogram[static_cast<std::size_t>(bin)];
        }
    }
    return result;
}

template std::optional<PartialStatistics> CpuEngine<float>::publish(bool);
template FieldStatistics CpuEngine<float>::statistics(const std::optional<PartialStatistics>&);
template std::optional<PartialStatistics> CpuEngine<double>::publish(bool);
template FieldStatistics CpuEngine<double>::statistics(const std::optional<PartialStatistics>&);

}  // namespace heatlab
