#include "sim/ghost/cpu/tiled_cells.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/cpu/cache_size.h"
#include "sim/ghost/application.h"
#include "sim/memory.h"
#include "sim/simulation.h"

namespace heatlab::ghost {
namespace {

/// With the two cells beside each row.
GridSize with_edges(int width, int rows) {
    return {width + 2, rows};
}

int rows_of_source(const Problem& problem) {
    return problem.source_rows > 0 ? problem.source_rows + repeated_source_rows
                                   : problem.grid.rows();
}

/// Refuses what memory does not hold, before it is taken.
GridSize checked(const Problem& problem) {
    const GridSize rows = with_edges(problem.grid.width, problem.grid.rows());
    std::uint64_t needed =
        saturating_product(2, GridBuffer::bytes_for(rows), 1) + field_bytes(problem.grid);
    if (problem.application->has_source())
        needed += GridBuffer::bytes_for(with_edges(problem.grid.width, rows_of_source(problem)));
    require_memory(problem.grid, needed, available_host_memory(), "this machine");
    return rows;
}

/// Rows of `width` values, in parallel.
template <typename Work>
void for_each_row(ThreadTeam& team, int rows, const Work& work) {
    RowShares shares(team.size());
    shares.deal(0, rows, std::max(1, rows / (4 * team.size())));
    team.run(team.size(), [&](int member) {
        int first = 0;
        int last = 0;
        while (shares.take(member, first, last))
            for (int row = first; row < last; ++row)
                work(row);
    });
}

std::size_t bytes_of_row(int width) {
    return static_cast<std::size_t>(width) * sizeof(float);
}

/// Values of either kind: both have four bytes.
const float* data_of(const Cells& cells) {
    return std::visit(
        [](const auto& values) {
            return static_cast<const float*>(static_cast<const void*>(values.data()));
        },
        cells);
}

/// A row, and beside it a copy of its outermost cells.
void copy_row(const Cells& cells, int row, int width, GridBuffer& buffer) {
    float* const target = buffer.row(row);
    std::memcpy(target, data_of(cells) + std::ptrdiff_t{row} * width, bytes_of_row(width));
    std::memcpy(target - 1, target, bytes_of_row(1));
    std::memcpy(target + width, target + width - 1, bytes_of_row(1));
}

}  // namespace

TiledCells::TiledCells(const Problem& problem, ThreadTeam& team)
    : application_(problem.application),
      grid_(problem.grid),
      start_(problem.start),
      current_(checked(problem)),
      other_(current_.size()),
      source_rows_(problem.source_rows),
      coefficients_(problem.coefficients) {
    restart(team);
    if (application_->has_source()) {
        const int rows = rows_of_source(problem);
        source_.emplace(with_edges(grid_.width, rows));
        for_each_row(team, rows,
                     [&](int row) { copy_row(problem.source, row, grid_.width, *source_); });
    }
    stream_ =
        2 * GridBuffer::bytes_for(current_.size()) > last_cache_bytes("/sys/devices/system/cpu");
}

void TiledCells::restart(ThreadTeam& team) {
    for_each_row(team, grid_.rows(), [&](int row) {
        copy_row(start_, row, grid_.width, current_);
        copy_row(start_, row, grid_.width, other_);
    });
}

Cells TiledCells::read_back(ThreadTeam& team) const {
    const auto read = [&]<typename Value>(std::vector<Value> cells) -> Cells {
        for_each_row(team, grid_.rows(), [&](int row) {
            std::memcpy(cells.data() + std::ptrdiff_t{row} * grid_.width, current_.row(row),
                        bytes_of_row(grid_.width));
        });
        return cells;
    };
    const auto count = static_cast<std::size_t>(grid_.cells());
    if (application_->cells == CellKind::whole)
        return read(std::vector<std::int32_t>(count));
    return read(std::vector<float>(count));
}

TileTask TiledCells::task(std::int64_t step) {
    TileTask task;
    task.source = current_.row(0);
    task.target = other_.row(0);
    if (source_)
        task.extra = source_->row(source_rows_ > 0 ? static_cast<int>(step % source_rows_) : 0);
    task.coefficients = coefficients_.data();
    task.pitch = current_.pitch();
    task.width = grid_.width;
    task.height = grid_.height;
    task.depth = grid_.depth;
    task.stream = stream_;
    return task;
}

}  // namespace heatlab::ghost
