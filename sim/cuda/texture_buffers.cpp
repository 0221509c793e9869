#include "sim/cuda/texture_buffers.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/layout.h"
#include "sim/errors.h"
#include "sim/text.h"

namespace heatlab::cuda {
namespace {

void require_array_size(const FieldLayout& layout) {
    const int width = std::min(device_attribute(cudaDevAttrMaxTexture2DWidth),
                               device_attribute(cudaDevAttrMaxSurface2DWidth));
    const int height = std::min(device_attribute(cudaDevAttrMaxTexture2DHeight),
                                device_attribute(cudaDevAttrMaxSurface2DHeight));
    if (layout.width > width || layout.height > height) {
        throw InputError("--kernel", "texture",
                         "needs a grid of at most " + grid_text({width, height}) +
                             " cells, which is this device's largest texture");
    }
}

std::size_t row_bytes(const FieldLayout& layout) {
    return static_cast<std::size_t>(layout.width) * sizeof(float);
}

std::size_t pitch_bytes(const FieldLayout& layout) {
    return static_cast<std::size_t>(layout.pitch) * sizeof(float);
}

}  // namespace

void copy_to_array(cudaArray_t array, const float* linear, const FieldLayout& layout,
                   cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaMemcpy2DToArrayAsync(
        array, 0, 0, linear, pitch_bytes(layout), row_bytes(layout),
        static_cast<std::size_t>(layout.height), cudaMemcpyDeviceToDevice, stream));
}

void copy_to_volume(cudaArray_t array, const float* linear, const FieldLayout& layout,
                    cudaStream_t stream) {
    const auto width = static_cast<std::size_t>(layout.width);
    const auto height = static_cast<std::size_t>(layout.slice_height);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = cudaPitchedPtr{const_cast<float*>(linear), pitch_bytes(layout), width, height};
    copy.dstArray = array;
    copy.extent = cudaExtent{width, height, static_cast<std::size_t>(layout.height) / height};
    copy.kind = cudaMemcpyDeviceToDevice;
    HEATLAB_CUDA_CHECK(cudaMemcpy3DAsync(&copy, stream));
}

TextureBuffers::TextureBuffers(const FieldLayout& layout, CudaFieldTarget* target)
    : layout_(layout), target_(target) {}

void TextureBuffers::reserve() {
    if (reserved_) {
        return;
    }
    require_array_size(layout_);
    const auto there = static_cast<std::uint64_t>(on_screen() ? target_->cell_textures() : 0);
    const std::uint64_t needed = (2 - there) * buffer_bytes(layout_);
    const std::uint64_t free = free_device_memory();
    if (needed > free) {
        throw InputError("--kernel", "texture",
                         "needs " + bytes_text(needed) + " more of the device, which has " +
                             bytes_text(free) + " left; choose a smaller grid or another kernel");
    }
    if (on_screen() && !target_->reserve_cells(2)) {
        target_ = nullptr;
    }
    if (!on_screen()) {
        for (Array& array : own_) {
            array = make_float_array(layout_.width, layout_.height);
        }
    }
    reserved_ = true;
}

cudaArray_t TextureBuffers::array(int index) const {
    return on_screen() ? target_->cells(index) : own_[index].get();
}

void TextureBuffers::load(const float* linear, cudaStream_t stream) {
    for (const int index : {0, 1}) {
        copy_to_array(array(index), linear, layout_, stream);
    }
}

void TextureBuffers::store(float* linear, cudaStream_t stream) const {
    HEATLAB_CUDA_CHECK(cudaMemcpy2DFromArrayAsync(
        linear, pitch_bytes(layout_), array(current_), 0, 0, row_bytes(layout_),
        static_cast<std::size_t>(layout_.height), cudaMemcpyDeviceToDevice, stream));
}

MappedTarget::MappedTarget(CudaFieldTarget* target, CudaFieldTextures textures, cudaStream_t stream)
    : target_(textures.any() ? target : nullptr), stream_(stream) {
    if (target_ != nullptr) {
        target_->map(textures, stream_);
    }
}

void MappedTarget::unmap() {
    if (CudaFieldTarget* const target = std::exchange(target_, nullptr)) {
        target->unmap(stream_);
    }
}

MappedTarget::~MappedTarget() {
    try {
        unmap();
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
    }
}

}  // namespace heatlab::cuda
