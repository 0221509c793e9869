#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "sim/cuda/check.h"

namespace heatlab::cuda {

/// Sole owner of a CUDA object. Cannot be copied; moving leaves it empty.
template <typename Handle, auto destroy>
class Owner {
public:
    Owner() = default;
    explicit Owner(Handle handle) noexcept : handle_(handle) {}
    Owner(Owner&& other) noexcept : handle_(std::exchange(other.handle_, Handle{})) {}
    Owner& operator=(Owner&& other) noexcept {
        if (this != &other) {
            reset();
            handle_ = std::exchange(other.handle_, Handle{});
        }
        return *this;
    }
    ~Owner() { reset(); }

    Handle get() const { return handle_; }
    explicit operator bool() const { return handle_ != Handle{}; }

    void reset() noexcept {
        if (handle_ != Handle{}) {
            HEATLAB_CUDA_CHECK_NO_THROW(destroy(std::exchange(handle_, Handle{})));
        }
    }

private:
    Handle handle_{};
};

namespace detail {
// The runtime's functions are overloaded or take more arguments than an owner knows.
inline cudaError_t free_device(void* memory) {
    return cudaFree(memory);
}
inline cudaError_t free_pinned(void* memory) {
    return cudaFreeHost(memory);
}
}  // namespace detail

using Stream = Owner<cudaStream_t, &cudaStreamDestroy>;
using Event = Owner<cudaEvent_t, &cudaEventDestroy>;
using DeviceMemory = Owner<void*, &detail::free_device>;
using PinnedMemory = Owner<void*, &detail::free_pinned>;
using Array = Owner<cudaArray_t, &cudaFreeArray>;
using Surface = Owner<cudaSurfaceObject_t, &cudaDestroySurfaceObject>;
using Texture = Owner<cudaTextureObject_t, &cudaDestroyTextureObject>;

/// A stream with several users; it goes with the last of them.
class SharedStream {
public:
    explicit SharedStream(Stream stream)
        : stream_(std::make_shared<const Stream>(std::move(stream))) {}

    cudaStream_t get() const { return stream_->get(); }

private:
    std::shared_ptr<const Stream> stream_;
};

/// A stream that does not wait for the default stream.
Stream make_stream();
/// An event that records a time.
Event make_event();
DeviceMemory make_device_memory(std::size_t bytes);
PinnedMemory make_pinned_memory(std::size_t bytes);
/// A two-dimensional array of float32 for texture reads and surface writes.
Array make_float_array(int width, int height);
Surface make_surface(cudaArray_t array);
/// Point sampling at unnormalised coordinates; the texel's own bits.
Texture make_point_texture(cudaArray_t array);

}  // namespace heatlab::cuda
