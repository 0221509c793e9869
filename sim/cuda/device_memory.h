#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/cuda/handles.h"

namespace heatlab::cuda {

/// Bytes of the current device that nobody has taken.
std::uint64_t free_device_memory();

/// None where the device has no piece of that size left. Throws DeviceError for every other reason.
std::optional<DeviceMemory> try_make_device_memory(std::size_t bytes);

/// Of the current device. Throws DeviceError.
int device_attribute(cudaDeviceAttr attribute);

/// In memory of their own, in the stream's order.
template <typename Value>
DeviceMemory copied_to_device(const std::vector<Value>& values, cudaStream_t stream) {
    const std::size_t bytes = values.size() * sizeof(Value);
    DeviceMemory memory = make_device_memory(bytes);
    // From pageable memory: returns when it has been taken over.
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(memory.get(), values.data(), bytes, cudaMemcpyHostToDevice, stream));
    return memory;
}

}  // namespace heatlab::cuda
