#include "sim/cuda/handles.h"

namespace heatlab::cuda {
namespace {

cudaResourceDesc describe(cudaArray_t array) {
    cudaResourceDesc description{};
    description.resType = cudaResourceTypeArray;
    description.res.array.array = array;
    return description;
}

}  // namespace

Stream make_stream() {
    cudaStream_t stream = nullptr;
    HEATLAB_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    return Stream(stream);
}

Event make_event() {
    cudaEvent_t event = nullptr;
    HEATLAB_CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDefault));
    return Event(event);
}

DeviceMemory make_device_memory(std::size_t bytes) {
    void* memory = nullptr;
    HEATLAB_CUDA_CHECK(cudaMalloc(&memory, bytes));
    return DeviceMemory(memory);
}

PinnedMemory make_pinned_memory(std::size_t bytes) {
    void* memory = nullptr;
    HEATLAB_CUDA_CHECK(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault));
    return PinnedMemory(memory);
}

Array make_float_array(int width, int height) {
    const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
    cudaArray_t array = nullptr;
    HEATLAB_CUDA_CHECK(cudaMallocArray(&array, &format, static_cast<std::size_t>(width),
                                       static_cast<std::size_t>(height),
                                       cudaArraySurfaceLoadStore));
    return Array(array);
}

Surface make_surface(cudaArray_t array) {
    const cudaResourceDesc resource = describe(array);
    cudaSurfaceObject_t surface = 0;
    HEATLAB_CUDA_CHECK(cudaCreateSurfaceObject(&surface, &resource));
    return Surface(surface);
}

Texture make_point_texture(cudaArray_t array) {
    const cudaResourceDesc resource = describe(array);
    cudaTextureDesc sampling{};
    sampling.addressMode[0] = cudaAddressModeClamp;
    sampling.addressMode[1] = cudaAddressModeClamp;
    sampling.filterMode = cudaFilterModePoint;
    sampling.readMode = cudaReadModeElementType;
    sampling.normalizedCoords = 0;
    cudaTextureObject_t texture = 0;
    HEATLAB_CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    return Texture(texture);
}

}  // namespace heatlab::cuda
