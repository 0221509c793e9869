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

PartialStatistics CpuEngine::reduce(const CellRect& rect, int block, BlockTexel* texels) {
    ReduceJob job;
    job.cells = current_.row(0);
    job.pitch = current_.pitch();
    job.grid = grid_;
    job.rect = rect;
    job.block = block;
    job.texels = texels;
    job.alternating_threshold = request_.alternating_threshold;

    PartialStatistics total;
    std::mutex adding;
    RowShares shares(members());
    shares.deal(0, job.block_rows(), std::max(1, job.block_rows() / (8 * members())));
    // For all members at once, as nothing may throw on them.
    const std::size_t floats = job.scratch_floats();
    const auto scratch_of_all = aligned_array<float>(floats * static_cast<std::size_t>(members()));
    team_.run(members(), [&](int member) {
        float* const scratch = scratch_of_all.get() + floats * static_cast<std::size_t>(member);
        PartialStatistics part;
        int first = 0;
        int last = 0;
        while (shares.take(member, first, last)) {
            instructions_.reduce(job, first, last, scratch, part);
        }
        const std::lock_guard lock(adding);
        total.add(part);
    });
    return total;
}

std::shared_ptr<FieldPicture> CpuEngine::spare_picture() {
    // Nobody else holds the picture before last: its memory is used again.
    if (spare_ && spare_.use_count() == 1) {
        // What its last reader did comes before what is written now.
        std::atomic_thread_fence(std::memory_order_acquire);
        return std::exchange(spare_, nullptr);
    }
    return std::make_shared<FieldPicture>();
}

std::optional<PartialStatistics> CpuEngine::publish(bool statistics) {
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
    if (texels > 0 && picture->block == 1) {
        const std::size_t row_bytes = static_cast<std::size_t>(cells.width) * sizeof(float);
        for (int row = 0; row < cells.height; ++row) {
            std::memcpy(picture->texels.data() +
                            static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width),
                        current_.row(cells.row + row) + cells.col, row_bytes);
        }
    } else if (texels > 0) {
        const PartialStatistics seen =
            reduce(cells, picture->block, reinterpret_cast<BlockTexel*>(picture->texels.data()));
        const bool whole = cells.width == grid_.width && cells.height == grid_.height;
        if (statistics && whole)
            known = seen;
    }
    spare_ = std::exchange(picture_, std::move(picture));
    return known;
}

FieldStatistics CpuEngine::statistics(const std::optional<PartialStatistics>& known) {
    const PartialStatistics all =
        known ? *known : reduce({0, 0, grid_.width, grid_.height}, statistics_block, nullptr);
    const bool any = all.finite_cells > 0;
    FieldStatistics result;
    result.step = step_;
    result.minimum = any ? all.minimum : std::numeric_limits<float>::quiet_NaN();
    result.maximum = any ? all.maximum : std::numeric_limits<float>::quiet_NaN();
    result.non_finite_cells = all.non_finite_cells;
    result.alternating_maximum = all.alternating_maximum;
    result.alternating_cells = all.alternating_cells;
    const std::int64_t stride = histogram_stride(grid_);
    for (std::int64_t row = 0; row < grid_.height; row += stride) {
        const float* cells = current_.row(static_cast<int>(row));
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

}  // namespace heatlab
