#include "sim/cuda/device_memory.h"

namespace heatlab::cuda {

std::uint64_t free_device_memory() {
    std::size_t free = 0;
    std::size_t total = 0;
    HEATLAB_CUDA_CHECK(cudaMemGetInfo(&free, &total));
    return free;
}

std::optional<DeviceMemory> try_make_device_memory(std::size_t bytes) {
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return std::nullopt;
    }
    check(error, "cudaMalloc");
    return DeviceMemory(memory);
}

int device_attribute(cudaDeviceAttr attribute) {
    int device = 0;
    int value = 0;
    HEATLAB_CUDA_CHECK(cudaGetDevice(&device));
    HEATLAB_CUDA_CHECK(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
}

}  // namespace heatlab::cuda
