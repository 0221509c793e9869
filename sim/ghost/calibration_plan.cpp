#include "sim/ghost/calibration_plan.h"

#include <algorithm>
#include <cmath>

namespace heatlab::ghost {
namespace {

constexpr double cell_bytes = 4;
/// The third load: resident blocks times this, so that its slope is that of waves after the first.
constexpr int waves = 4;

/// Numbers of steps from which the time of all k is interpolated over what they compute: the first
/// ones for a first step that costs more than the others, the last since a step that few warps take
/// costs more than its share: nothing is extrapolated.
std::vector<int> planned_steps(int dimensions, int most_steps) {
    std::vector<int> steps = dimensions == 1   ? std::vector{1, 4, 16, 32}
                             : dimensions == 2 ? std::vector{1, 2, 8}
                                               : std::vector{1, 2, 3};
    std::erase_if(steps, [&](int k) { return k >= most_steps; });
    steps.push_back(most_steps);
    return steps;
}

/// Memory that a block of a launch of zone height 1 touches: its cells before and after, and its
/// part of the source.
double bytes_of_block(const Application& application, const TileShape& tile, int steps) {
    double cells = tile.width - 2;
    if (application.dimensions > 1)
        cells *= tile.height - 2;
    if (application.dimensions > 2)
        cells *= tile.depth - 2;
    const int source = application.source == SourceKind::per_step   ? steps
                       : application.source == SourceKind::per_cell ? 1
                                                                    : 0;
    return cell_bytes * cells * (2 + source);
}

}  // namespace

std::vector<GpuCalibration::Load> planned_loads(const Application& application,
                                                const TileShape& tile,
                                                const CalibrationSite& site) {
    std::vector<GpuCalibration::Load> loads;
    for (const int steps : planned_steps(application.dimensions, site.most_steps)) {
        const double most = share_of_cache * site.cache_bytes /
                            (site.multiprocessors * bytes_of_block(application, tile, steps));
        // Fewer than two loads of the fewest steps would tell nothing of more blocks.
        const int least = loads.empty() ? 2 : 1;
        const int fitting =
            std::clamp(static_cast<int>(std::floor(most)), least, waves * site.resident_blocks);
        const int full = std::min(site.resident_blocks, fitting);
        std::vector<int> blocks = {1, full, fitting};
        blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
        for (const int n : blocks)
            loads.push_back({.blocks_per_multiprocessor = n, .steps = steps});
        if (application.source == SourceKind::per_step)
            loads.push_back(
                {.blocks_per_multiprocessor = 1, .steps = steps, .source_in_cache = false});
    }
    return loads;
}

std::vector<GpuCalibration::Bandwidth> planned_bandwidths(const Application& application,
                                                          const CalibrationSite& site) {
    // Where arrays just exceed the cache, part of them stays in it; the curve is flat far beyond.
    constexpr double multiples[] = {share_of_cache, 5.0 / 6, 1, 1.25, 1.5, 2, 3, 4, 8, 16};
    std::vector<GpuCalibration::Bandwidth> plan;
    if (application.source == SourceKind::per_step) {
        plan.push_back({.arrays_read = 1,
                        .writes = false,
                        .footprint_bytes = *std::rbegin(multiples) * site.cache_bytes});
        return plan;
    }
    for (const double multiple : multiples)
        plan.push_back({.arrays_read = application.arrays_read(),
                        .writes = true,
                        .footprint_bytes = multiple * site.cache_bytes});
    return plan;
}

}  // namespace heatlab::ghost
