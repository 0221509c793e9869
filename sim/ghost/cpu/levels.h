#pragma once

#include "sim/ghost/cpu/tile_task.h"
#include "sim/ghost/cpu/vector.h"

namespace heatlab::HEATLAB_ISA {

using ghost::CellSpan;
using ghost::TileTask;

/// Cells of an axis that must be known after a step when `left` more follow: the outputs, and one
/// more cell on either side for each of them, as far as the grid goes.
inline CellSpan reached(CellSpan outputs, int left, int cells) {
    const int first = outputs.first - left;
    const int last = outputs.last + left;
    return {first > 0 ? first : 0, last < cells ? last : cells};
}

inline int column_group_before(int column) {
    return column / TileTask::column_group * TileTask::column_group;
}

/// Where the cells of a tile are after each of its steps. Level 0 is the grid's source, the last
/// level its target; of each level between, the workspace keeps the newest `rows_kept` rows of a
/// plane, or slices of a block; of a line it keeps the newest two levels. Rows are reached by the
/// grid's own columns.
template <typename Value, int Dimensions>
class Levels {
public:
    explicit Levels(const TileTask& task) : task_(task), slice_pitch_(task.pitch * task.height) {
        const CellSpan columns = reached(task.columns, task.steps - 1, task.width);
        constexpr int room = TileTask::column_group;
        first_row_ = reached(task.rows, task.steps - 1, task.height).first;
        to_column_0_ = room - column_group_before(columns.first);
    }

    const Value* before(int level, int row, int slice) const {
        if (level == 1)
            return static_cast<const Value*>(task_.source) + grid_place(row, slice);
        return static_cast<const Value*>(task_.workspace) + kept_place(level - 1, row, slice);
    }
    Value* after(int level, int row, int slice) const {
        if (level == task_.steps)
            return static_cast<Value*>(task_.target) + grid_place(row, slice);
        return static_cast<Value*>(task_.workspace) + kept_place(level, row, slice);
    }
    const Value* extra(int row, int slice) const {
        return static_cast<const Value*>(task_.extra) + grid_place(row, slice);
    }

private:
    std::ptrdiff_t grid_place(int row, int slice) const {
        return row * task_.pitch + slice * slice_pitch_;
    }
    std::ptrdiff_t kept_place(int level, int row, int slice) const {
        if constexpr (Dimensions == 1)
            return level % 2 * task_.kept.row + to_column_0_;
        constexpr int kept = TileTask::rows_kept;
        const int newest = (Dimensions == 3 ? slice : row) % kept;
        const std::ptrdiff_t before = (level - 1) * kept + newest;
        if constexpr (Dimensions == 2)
            return before * task_.kept.row + to_column_0_;
        return before * task_.kept.slice + (row - first_row_) * task_.kept.row + to_column_0_;
    }

    const TileTask& task_;
    std::ptrdiff_t slice_pitch_;
    int first_row_ = 0;
    std::ptrdiff_t to_column_0_ = 0;
};

/// Vectors that hold the columns: into the workspace, where cells beside them do not matter.
template <typename Vector, typename Update>
inline void fill_kept_row(typename Vector::Scalar* out, CellSpan columns, const Update& update) {
    for (int x = columns.first / lanes * lanes; x < columns.last; x += lanes)
        update(x).store(out + x);
}

/// These columns exactly: into the grid, where cells beside them are another tile's.
template <typename Vector, typename Update>
inline void fill_grid_row(typename Vector::Scalar* out, CellSpan columns, const Update& update) {
    int x = columns.first / lanes * lanes;
    const auto part = [&] {
        store_lanes(update(x), out + x, columns.first - x, columns.last - x);
        x += lanes;
    };
    if (x < columns.first)
        part();
    for (; x + lanes <= columns.last; x += lanes)
        update(x).store(out + x);
    if (x < columns.last)
        part();
}

/// update(x), the new cells from column x on, into a row of level `level`. Where `fetches`,
/// fetch(x) goes along: it asks for what the tile reads from the grid later.
template <typename Vector, typename Update, typename Fetch>
inline void fill_row(const TileTask& task, int level, typename Vector::Scalar* out,
                     const Update& update, bool fetches, const Fetch& fetch) {
    const CellSpan columns = reached(task.columns, task.steps - level, task.width);
    const auto fill = [&](const auto& next) {
        if (level < task.steps)
            fill_kept_row<Vector>(out, columns, next);
        else
            fill_grid_row<Vector>(out, columns, next);
    };
    if (fetches) {
        fill([&](int x) {
            fetch(x);
            return update(x);
        });
    } else {
        fill(update);
    }
    if (columns.first == 0)
        out[-1] = out[0];
    if (columns.last == task.width)
        out[task.width] = out[task.width - 1];
}

}  // namespace heatlab::HEATLAB_ISA
