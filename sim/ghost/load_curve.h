#pragma once

#include <span>
#include <vector>

#include "sim/ghost/gpu_calibration.h"
#include "sim/ghost/zone.h"

namespace heatlab::ghost {

/// C(n, E): seconds of a launch in which the busiest multiprocessor has n blocks that compute E
/// each (see step_volume.h). Linear between what was measured, first in n, then in E, and beyond
/// it along the last slopes.
class LoadCurve {
public:
    LoadCurve() = default;
    /// Of a calibration's loads, those whose source came from the cache, or of the others, which
    /// are of one block per multiprocessor. Throws std::invalid_argument where no two loads of the
    /// fewest steps differ in their blocks.
    LoadCurve(const GpuCalibration& calibration, bool source_in_cache, const TileShape& tile,
              int dimensions);

    bool empty() const { return columns_.empty(); }
    double seconds(double blocks, double volume) const;

private:
    struct Point {
        double x = 0;
        double seconds = 0;
    };
    /// Launches of as many steps, over their blocks per multiprocessor, ascending.
    struct Column {
        double volume = 0;
        std::vector<Point> points;
    };

    static double between(std::span<const Point> points, double x);
    static double at(const Column& column, double blocks);

    std::vector<Column> columns_;  ///< ascending in volume
};

}  // namespace heatlab::ghost
