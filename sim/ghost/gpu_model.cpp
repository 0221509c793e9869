#include "sim/ghost/gpu_model.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "sim/ghost/calibration_plan.h"
#include "sim/ghost/step_volume.h"

namespace heatlab::ghost {
namespace {

constexpr double cell_bytes = 4;
/// Up to so many blocks per multiprocessor on average, the busiest one has that many rounded up.
/// Beyond, rounding would change less than the blocks' durations do, and the load evens out.
constexpr int most_even_blocks = 20;
constexpr double overlap = 3;  ///< the exponent

}  // namespace

GpuModel::GpuModel(const Application& application, const TileShape& tile,
                   GpuCalibration calibration, int most_steps)
    : application_(application),
      tile_(tile),
      calibration_(std::move(calibration)),
      most_steps_(most_steps),
      cached_(calibration_, true, tile, application.dimensions),
      streamed_(calibration_, false, tile, application.dimensions) {
    if (cached_.empty() || calibration_.multiprocessors < 1)
        throw std::invalid_argument("a calibration needs loads and multiprocessors");
}

double GpuModel::busiest_load(GridSize grid, int steps) const {
    const double share =
        static_cast<double>(zone_blocks(grid, {tile_, steps})) / calibration_.multiprocessors;
    return share <= most_even_blocks ? std::ceil(share) : share;
}

double GpuModel::exposed_latency(int steps) const {
    if (streamed_.empty())
        return 0;
    const double volume =
        step_volume(tile_, application_.dimensions, steps, calibration_.rows_per_thread);
    return std::max(0.0, streamed_.seconds(1, volume) - cached_.seconds(1, volume));
}

double GpuModel::bandwidth(int arrays_read, bool writes, double footprint_bytes) const {
    const GpuCalibration::Bandwidth* below = nullptr;
    const GpuCalibration::Bandwidth* above = nullptr;
    for (const GpuCalibration::Bandwidth& measured : calibration_.bandwidths) {
        if (measured.arrays_read != arrays_read || measured.writes != writes)
            continue;
        if (measured.footprint_bytes <= footprint_bytes &&
            (below == nullptr || measured.footprint_bytes > below->footprint_bytes))
            below = &measured;
        if (measured.footprint_bytes >= footprint_bytes &&
            (above == nullptr || measured.footprint_bytes < above->footprint_bytes))
            above = &measured;
    }
    if (below == nullptr && above == nullptr)
        throw std::invalid_argument("a calibration needs the bandwidth of its arrays");
    if (below == nullptr || above == nullptr || below == above)
        return (below != nullptr ? below : above)->bytes_per_second;
    const double part = (footprint_bytes - below->footprint_bytes) /
                        (above->footprint_bytes - below->footprint_bytes);
    return below->bytes_per_second + part * (above->bytes_per_second - below->bytes_per_second);
}

double GpuModel::memory_seconds(GridSize grid, int steps) const {
    const double array = cell_bytes * static_cast<double>(grid.cells());
    const double cached = share_of_cache * calibration_.cache_bytes;
    if (application_.source == SourceKind::per_step) {
        // Its rows are read once and come from memory always; the cells may stay in the cache.
        const double cells = 2 * array > cached ? 2 * array : 0;
        return (array * steps + cells) / bandwidth(1, false, INFINITY);
    }
    const double footprint = array * (application_.arrays_read() + 1);
    if (footprint <= cached)
        return 0;
    return footprint / bandwidth(application_.arrays_read(), true, footprint);
}

Prediction GpuModel::predict(GridSize grid, int steps) const {
    const double blocks = busiest_load(grid, steps);
    const double volume =
        step_volume(tile_, application_.dimensions, steps, calibration_.rows_per_thread);
    const double launch = calibration_.empty_launch_seconds;
    // Where the curve would meet no step at all.
    const double tiles = std::max(0.0, cached_.seconds(blocks, 0) - launch);
    const double computing = std::max(0.0, cached_.seconds(blocks, volume) - launch - tiles);
    const double latency = exposed_latency(steps);
    const double memory = memory_seconds(grid, steps);
    const double busy = tiles + computing + latency;
    const double both = std::pow(std::pow(busy, overlap) + std::pow(memory, overlap), 1 / overlap);
    // `both` is homogeneous of degree 1, so by Euler's theorem each cost times its derivative adds
    // up to it: a part is what the whole would lose, to first order, if that cost were less.
    const auto part = [&](double cost, double in) {
        return both > 0 ? cost * std::pow(in / both, overlap - 1) : 0;
    };
    Prediction expected;
    expected.steps = steps;
    expected.terms = {
        {"launch", "an empty launch, a block on each multiprocessor", launch},
        {"tiles", "loading and storing the tiles of the busiest multiprocessor", part(tiles, busy)},
        {"computing", "their steps, with all data in the last cache", part(computing, busy)}};
    if (!streamed_.empty())
        expected.terms.push_back(
            {"latency", "waiting for rows of the source from memory", part(latency, busy)});
    expected.terms.push_back(
        {"memory", "bytes that do not stay in the last cache", part(memory, memory)});
    return expected;
}

}  // namespace heatlab::ghost
