#include "sim/cuda/field_buffers.h"

#include <algorithm>
#include <utility>

#include "sim/cuda/device_memory.h"
#include "sim/cuda/layout.h"
#include "sim/errors.h"
#include "sim/simulation.h"
#include "sim/text.h"

namespace heatlab::cuda {
namespace {

FieldLayout checked_layout(GridSize grid) {
    if (grid.width > longest_side || std::int64_t{grid.height} * grid.depth > longest_side) {
        throw InputError("--grid", grid_text(grid),
                         "a row, and all rows together, are at most " +
                             std::to_string(longest_side) + " cells on cuda");
    }
    return layout_of(grid);
}

std::size_t pitch_bytes(const FieldLayout& layout) {
    return static_cast<std::size_t>(layout.pitch) * sizeof(float);
}

}  // namespace

FieldBuffers::FieldBuffers(GridSize grid, const std::string& device, cudaStream_t stream)
    : layout_(checked_layout(grid)) {
    const std::uint64_t needed = 2 * bytes();
    const std::uint64_t free = free_device_memory();
    require_memory(grid, needed, free, device.c_str());
    for (DeviceMemory& buffer : buffers_) {
        auto memory = try_make_device_memory(bytes());
        if (!memory) {
            // In pieces, or taken by others a moment ago: what is free does not serve.
            require_memory(grid, needed, std::min(free, needed - 1), device.c_str());
        }
        buffer = std::move(*memory);
        // The cells behind a row's end are moved by `copy`, so they must hold something.
        HEATLAB_CUDA_CHECK(cudaMemsetAsync(buffer.get(), 0, bytes(), stream));
    }
}

std::size_t FieldBuffers::bytes() const {
    return buffer_bytes(layout_);
}

void FieldBuffers::load(const Field& field, cudaStream_t stream) {
    const std::size_t row_bytes = static_cast<std::size_t>(layout_.width) * sizeof(float);
    // From pageable memory this returns when the last piece has been taken over.
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        current(), pitch_bytes(layout_), field.cells().data(), row_bytes, row_bytes,
        static_cast<std::size_t>(layout_.height), cudaMemcpyHostToDevice, stream));
    copy_to_other(stream);
}

Field FieldBuffers::read_back(cudaStream_t stream) const {
    Field field(grid_of(layout_));
    const std::size_t row_bytes = static_cast<std::size_t>(layout_.width) * sizeof(float);
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        field.cells().data(), row_bytes, current(), pitch_bytes(layout_), row_bytes,
        static_cast<std::size_t>(layout_.height), cudaMemcpyDeviceToHost, stream));
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream));
    return field;
}

void FieldBuffers::copy_to_other(cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(other(), current(), bytes(), cudaMemcpyDeviceToDevice, stream));
}

Checkpoints::Checkpoints(std::size_t bytes_each) : bytes_each_(bytes_each) {
    const std::uint64_t fitting = free_device_memory() / 2 / bytes_each;
    capacity_ = static_cast<int>(std::min<std::uint64_t>(fitting, most));
}

std::optional<DeviceMemory> Checkpoints::take_memory() {
    if (static_cast<int>(kept_.size()) < capacity_) {
        if (auto memory = try_make_device_memory(bytes_each_)) {
            return memory;
        }
        capacity_ = static_cast<int>(kept_.size());
    }
    if (kept_.empty()) {
        return std::nullopt;
    }
    DeviceMemory memory = std::move(kept_.front().memory);
    kept_.pop_front();
    return memory;
}

void Checkpoints::push(const float* field, std::int64_t step, cudaStream_t stream) {
    auto memory = take_memory();
    if (!memory) {
        return;  // nothing can be kept here, as `capacity` says
    }
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(memory->get(), field, bytes_each_, cudaMemcpyDeviceToDevice, stream));
    kept_.push_back({std::move(*memory), step});
}

std::optional<std::int64_t> Checkpoints::pop(float* field, cudaStream_t stream) {
    if (kept_.empty()) {
        return std::nullopt;
    }
    // Freeing waits for the copy: cudaFree returns when no work uses the device any more.
    const Kept newest = std::move(kept_.back());
    kept_.pop_back();
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(field, newest.memory.get(), bytes_each_, cudaMemcpyDeviceToDevice, stream));
    return newest.step;
}

}  // namespace heatlab::cuda
