#include "sim/ghost/load_curve.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "sim/ghost/step_volume.h"

namespace heatlab::ghost {

LoadCurve::LoadCurve(const GpuCalibration& calibration, bool source_in_cache, const TileShape& tile,
                     int dimensions) {
    std::map<int, Column> by_steps;
    for (const GpuCalibration::Load& load : calibration.loads)
        if (load.source_in_cache == source_in_cache)
            by_steps[load.steps].points.push_back(
                {static_cast<double>(load.blocks_per_multiprocessor), load.seconds});
    for (auto& [steps, column] : by_steps) {
        column.volume = step_volume(tile, dimensions, steps, calibration.rows_per_thread);
        std::ranges::sort(column.points, {}, &Point::x);
        columns_.push_back(std::move(column));
    }
    if (!columns_.empty() && source_in_cache && columns_.front().points.size() < 2)
        throw std::invalid_argument("a load curve needs launches of two sizes");
}

double LoadCurve::between(std::span<const Point> points, double x) {
    if (points.size() == 1)
        return points.front().seconds;
    std::size_t i = 0;
    while (i + 2 < points.size() && x > points[i + 1].x)
        ++i;
    const Point& low = points[i];
    const Point& high = points[i + 1];
    return low.seconds + (high.seconds - low.seconds) * (x - low.x) / (high.x - low.x);
}

double LoadCurve::at(const Column& column, double blocks) {
    const std::vector<Point>& points = column.points;
    const Point& last = points.back();
    if (points.size() == 1 || blocks <= last.x)
        return between(points, blocks);
    // Waves after the first: from at most half as many blocks, so that two loads that hardly
    // differ do not make the slope.
    const auto half = std::ranges::find_if(points.rbegin(), points.rend(),
                                           [&](const Point& p) { return p.x <= last.x / 2; });
    const Point& from = half == points.rend() ? points.front() : *half;
    return last.seconds + (blocks - last.x) * (last.seconds - from.seconds) / (last.x - from.x);
}

double LoadCurve::seconds(double blocks, double volume) const {
    std::vector<Point> over_volume;
    over_volume.reserve(columns_.size());
    for (const Column& column : columns_)
        // A single load tells nothing of more blocks.
        if (column.points.size() > 1 || blocks <= column.points.back().x)
            over_volume.push_back({column.volume, at(column, blocks)});
    return between(over_volume, volume);
}

}  // namespace heatlab::ghost
