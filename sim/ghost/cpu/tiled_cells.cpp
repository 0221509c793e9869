#include "sim/ghost/cpu/tiled_cells.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/cpu/page_distance.h"
#include "sim/ghost/application.h"
#include "sim/memory.h"
#include "sim/simulation.h"

namespace heatlab::ghost {
namespace {

/// With the two cells beside each row.
GridSize with_edges(int width, int rows) {
    return {width + 2, rows};
}

int source_rows_of(GridSize grid, int source_rows) {
    return source_rows > 0 ? source_rows : grid.rows();
}

/// Refuses what memory does not hold, before it is taken.
GridSize checked(const Problem& problem) {
    const GridSize rows = with_edges(problem.grid.width, problem.grid.rows());
    std::uint64_t needed =
        saturating_product(2, GridBuffer::bytes_for(rows), 1) + field_bytes(problem.grid);
    if (problem.application->has_source())
        needed += GridBuffer::bytes_for(
            with_edges(problem.grid.width, source_rows_of(problem.grid, problem.source_rows)));
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

/// Cells by which one of two arrays of a grid begins later in a page than the other: a cell's new
/// value goes into one while those around it are read from the other, and then the other way
/// around.
std::ptrdiff_t offset_of_other(const GridBuffer& current, GridSize grid) {
    const std::ptrdiff_t row = current.pitch() / line_values;
    const std::ptrdiff_t slice = row * grid.height;
    const int rows = grid.dimensions > 1 ? 1 : 0;
    const int slices = grid.dimensions > 2 ? 1 : 0;
    return line_values * most_apart(0, [&](std::ptrdiff_t lines) {
               std::ptrdiff_t least = page_lines;
               for (int y = -rows; y <= rows; ++y)
                   for (int z = -slices; z <= slices; ++z)
                       least = std::min(least, in_page_either_way(lines + y * row + z * slice));
               return least;
           });
}

/// Of a source, which is read while either is written.
std::ptrdiff_t offset_of_source(const GridBuffer& current, GridSize grid) {
    const std::ptrdiff_t other_lines = offset_of_other(current, grid) / line_values;
    return line_values * most_apart(0, [&](std::ptrdiff_t lines) {
               return std::min(in_page(-lines), in_page(other_lines - lines));
           });
}

/// A row, and beside it a copy of its outermost cells.
void copy_row(const Cells& cells, int row, int width, GridBuffer& buffer) {
    float* const target = buffer.row(row);
    std::memcpy(target, data_of(cells) + std::ptrdiff_t{row} * width, bytes_of_row(width));
    std::memcpy(target - 1, target, bytes_of_row(1));
    std::memcpy(target + width, target + width - 1, bytes_of_row(1));
}

/// Writes what is 0 already: only then is it memory of its own.
void clear_row(int row, GridBuffer& buffer) {
    std::memset(buffer.row(row), 0, bytes_of_row(buffer.size().width));
}

}  // namespace

TiledCells::TiledCells(const Problem& problem, ThreadTeam& team)
    : application_(problem.application),
      grid_(problem.grid),
      start_(problem.start),
      current_(checked(problem)),
      other_(current_.size(), offset_of_other(current_, grid_)),
      source_rows_(problem.source_rows),
      coefficients_(problem.coefficients) {
    restart(team);
    if (application_->has_source()) {
        const int rows = source_rows_of(grid_, source_rows_);
        source_.emplace(with_edges(grid_.width, rows), offset_of_source(current_, grid_));
        for_each_row(team, rows,
                     [&](int row) { copy_row(problem.source, row, grid_.width, *source_); });
    }
}

TiledCells::TiledCells(const Application& application, GridSize grid, int source_rows,
                       ThreadTeam& team)
    : application_(&application),
      grid_(grid),
      current_(with_edges(grid.width, grid.rows())),
      other_(current_.size(), offset_of_other(current_, grid_)),
      source_rows_(source_rows) {
    for_each_row(team, grid.rows(), [&](int row) {
        clear_row(row, current_);
        clear_row(row, other_);
    });
    if (!application.has_source())
        return;
    const int rows = source_rows_of(grid, source_rows);
    source_.emplace(with_edges(grid.width, rows), offset_of_source(current_, grid));
    for_each_row(team, rows, [&](int row) { clear_row(row, *source_); });
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
    if (source_ && source_rows_ > 0) {
        task.extra_step = source_->pitch();
        task.extra_rows = source_rows_;
        task.extra_row = static_cast<int>(step % source_rows_);
    }
    if (source_)
        task.extra = source_->row(task.extra_row);
    task.coefficients = coefficients_.data();
    task.pitch = current_.pitch();
    task.width = grid_.width;
    task.height = grid_.height;
    task.depth = grid_.depth;
    return task;
}

}  // namespace heatlab::ghost
