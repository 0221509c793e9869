#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/backend.h"
#include "sim/grid.h"

namespace heatlab {

// A sector is 32 bytes of memory. A load or store of a warp (32 threads) counts every sector of
// global memory that it touches, once: as issued, before any cache. So these are neither L2 traffic
// nor bytes of device memory.

/// What the source of a CUDA kernel says of one launch.
struct SourceSectors {
    std::optional<std::int64_t> sectors;  ///< none where the source does not decide it
    std::string explanation;              ///< a sentence, empty where nothing need be said
    std::optional<std::int64_t> warps;  ///< of the launch; none where the kernel plans that itself
};

/// What was counted of it on a device.
struct SectorCount {
    BackendInfo backend;
    std::int64_t launches = 0;  ///< that were counted together
    std::int64_t steps = 0;     ///< that these took
    std::int64_t sectors = 0;
};

/// What the source says of all launches that were counted; none where it does not decide it.
inline std::optional<std::int64_t> expected_sectors(const SourceSectors& source,
                                                    const SectorCount& count) {
    return source.sectors ? std::optional(*source.sectors * count.launches) : std::nullopt;
}

/// Whether the count is what the source says, or the source says nothing.
inline bool agrees(const SourceSectors& source, const SectorCount& count) {
    return expected_sectors(source, count).value_or(count.sectors) == count.sectors;
}

/// Of `sectors` that `steps` steps took: a cell's share of one step.
inline double sectors_per_cell_and_step(std::int64_t sectors, GridSize grid, std::int64_t steps) {
    return static_cast<double>(sectors) /
           (static_cast<double>(grid.cells()) * static_cast<double>(steps));
}

}  // namespace heatlab
