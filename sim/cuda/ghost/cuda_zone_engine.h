#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "sim/ghost/zone_engine.h"

// No CUDA header is seen through this one.

namespace heatlab::ghost {

/// On CUDA device `device`, which has to work (see probe_cuda_device). `kernel_folder`: where
/// kernels that were compiled are kept between runs; none: nowhere. Throws DeviceError.
std::unique_ptr<ZoneEngine> make_cuda_zone_engine(
    int device, std::optional<std::filesystem::path> kernel_folder);

}  // namespace heatlab::ghost
