#pragma once

#include <cstdint>

#include "sim/cuda/kernels/field_layout.h"
#include "sim/cuda/loader.h"

namespace heatlab::testing {

/// A thread of a launch, as a kernel sees it.
struct LaneThread {
    int block_x = 0;
    int block_row = 0;  ///< see block_row in kernels/device_grid.cuh
    int x = 0;          ///< in the block
    int y = 0;
};

/// Sectors of a launch, found by going through every thread of it and noting which 32 bytes each of
/// its loads and stores touches. The kernels are written down a second time, thread by thread, with
/// nothing assumed about which lanes are neighbours. `image` as in issued_sectors; slow.
std::int64_t sectors_lane_by_lane(const char* image, const cuda::FieldLayout& layout,
                                  const cuda::LaunchShape& shape);

}  // namespace heatlab::testing
