#pragma once

#include <cuda_runtime_api.h>

#include "sim/cuda/ghost/zone_kernels.h"
#include "sim/ghost/gpu_calibration.h"

namespace heatlab::ghost {

/// Measures on the current device what planned_loads and planned_bandwidths ask for, in less than a
/// second. Footprints for which the device has no memory are left out. Throws DeviceError.
GpuCalibration calibrate_gpu(ZoneKernels& kernels, const Application& application,
                             const TileShape& tile, cudaStream_t stream);

/// A grid of `blocks` blocks of zone height 1 that are all full.
GridSize grid_of_full_blocks(int blocks, const TileShape& tile, int dimensions);

}  // namespace heatlab::ghost
