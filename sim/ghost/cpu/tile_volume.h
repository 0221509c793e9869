#pragma once

#include <vector>

#include "sim/ghost/zone.h"
#include "sim/grid.h"

namespace heatlab::ghost {

struct TileTask;

/// What the tiles of a launch compute, counted as a processor takes it: a row costs the vectors
/// that hold its cells, whole groups of columns (TileTask::column_group, which is called a vector
/// here), and something for its beginning.
class TileVolume {
public:
    TileVolume(GridSize grid, const Zone& zone, double row_vectors);

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
double task_vectors(const TileTask& task, int dimensions, double row_vectors);

}  // namespace heatlab::ghost
