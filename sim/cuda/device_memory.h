#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sim/cuda/handles.h"

namespace heatlab::cuda {

/// Bytes of the current device that nobody has taken.
std::uint64_t free_device_memory();

/// None where the device has no piece of that size left. Throws DeviceError for every other reason.
std::optional<DeviceMemory> try_make_device_memory(std::size_t bytes);

}  // namespace heatlab::cuda
