#include "sim/cuda/host_copies.h"

#include <algorithm>
#include <string>

#include "sim/cuda/layout.h"
#include "sim/errors.h"

namespace heatlab::cuda {

void HostCopies::set(const HostCopySetting& setting, const FieldLayout& layout) {
    if (taken_ > 0) {
        HEATLAB_CUDA_CHECK(cudaEventSynchronize(ends_[(taken_ - 1) % 2].get()));
    }
    layout_ = layout;
    if (setting.active() && !memory_) {
        memory_ = reserve();
    }
    setting_ = setting;
    taken_ = 0;
    if (!setting_.active()) {
        memory_.reset();
        return;
    }
    if (!stream_) {
        stream_ = make_stream();
        written_ = make_event();
        ends_[0] = make_event();
        ends_[1] = make_event();
    }
}

PinnedMemory HostCopies::reserve() const {
    void* memory = nullptr;
    const cudaError_t result = cudaHostAlloc(&memory, bytes_each(), cudaHostAllocDefault);
    if (result == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw InputError("--host-copies", std::to_string(bytes_each()) + " bytes",
                         "the host has no more pinned memory; a smaller grid or never is allowed");
    }
    check(result, "cudaHostAlloc");
    return PinnedMemory(memory);
}

std::uint64_t HostCopies::bytes_each() const {
    return sizeof(float) * static_cast<std::uint64_t>(layout_.width) *
           static_cast<std::uint64_t>(layout_.height);
}

void HostCopies::before_launch(cudaStream_t stream) {
    if (overlapped() && taken_ >= 2) {
        HEATLAB_CUDA_CHECK(cudaStreamWaitEvent(stream, ends_[taken_ % 2].get(), 0));
    }
}

void HostCopies::take(const float* field, cudaStream_t stream) {
    cudaStream_t copying = stream;
    if (overlapped()) {
        copying = stream_.get();
        HEATLAB_CUDA_CHECK(cudaEventRecord(written_.get(), stream));
        HEATLAB_CUDA_CHECK(cudaStreamWaitEvent(copying, written_.get(), 0));
    }
    const std::size_t row = sizeof(float) * static_cast<std::size_t>(layout_.width);
    const std::size_t pitch = sizeof(float) * static_cast<std::size_t>(layout_.pitch);
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(memory_.get(), row, field, pitch, row,
                                         static_cast<std::size_t>(layout_.height),
                                         cudaMemcpyDeviceToHost, copying));
    HEATLAB_CUDA_CHECK(cudaEventRecord(ends_[taken_ % 2].get(), copying));
    ++taken_;
}

void HostCopies::join(cudaStream_t stream) {
    if (overlapped() && taken_ >= 1) {
        HEATLAB_CUDA_CHECK(cudaStreamWaitEvent(stream, ends_[(taken_ - 1) % 2].get(), 0));
    }
}

std::optional<Field> HostCopies::newest() const {
    if (taken_ == 0) {
        return std::nullopt;
    }
    HEATLAB_CUDA_CHECK(cudaEventSynchronize(ends_[(taken_ - 1) % 2].get()));
    Field field(grid_of(layout_));
    const auto* cells = static_cast<const float*>(memory_.get());
    std::copy_n(cells, field.cells().size(), field.cells().begin());
    return field;
}

}  // namespace heatlab::cuda
