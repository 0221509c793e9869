#pragma once

#include <array>
#include <vector>

#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab::ghost {

struct TileTask;

/// What a row of a tile costs, in vectors of a wide row: something for its beginning, and its
/// vectors. Those of narrow rows may cost less, as all levels of a tile fit a cache that wide ones
/// do not fit.
struct RowCost {
    /// Rows of so many vectors cost this part of as many in a wide row.
    struct Width {
        double vectors = 1;
        double part = 1;
    };

    double begin = 0;
    std::array<Width, 3> widths = {{{1}, {2}, {3}}};  ///< ascending, the last one wide

    /// Linear between the widths; narrower and wider rows cost the same part as the outermost.
    double of(double vectors) const;
};

/// What the tiles of a launch compute, counted as a processor takes it: of each row the cost of the
/// vectors that hold its cells, whole groups of columns (TileTask::column_group, which is called a
/// vector here).
class TileVolume {
public:
    TileVolume(GridSize grid, const Zone& zone, const RowCost& row);

    int tiles() const { return static_cast<int>(x_.size() * y_.size() * z_.size()); }
    /// Vectors of one tile, in all its steps. Counted as TileGrid counts tiles.
    double vectors(int tile) const;
    /// Of all tiles.
    double vectors() const;
    /// Cells that all tiles read from the grid, over the grid's: at least 1.
    double reading() const { return reading_; }

private:
    /// What each tile along an axis has after each of its steps: vectors, rows or slices.
    using Axis = std::vector<std::vector<double>>;

    Axis x_;
    Axis y_;
    Axis z_;
    double reading_ = 1;
};

/// Vectors of one tile, counted likewise.
double task_vectors(const TileTask& task, int dimensions, const RowCost& row);

}  // namespace heatlab::ghost
