#include "sim/cuda/field_buffers.h"

#include <algorithm>
#include <cassert>
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

/// Of `cells` cells.
template <typename Real>
std::size_t row_bytes(int cells) {
    return static_cast<std::size_t>(cells) * sizeof(Real);
}

}  // namespace

FieldBuffers::FieldBuffers(GridSize grid, const std::string& device, cudaStream_t stream,
                           CellType type)
    : layout_(checked_layout(grid)), type_(type) {
    const bool rounds = type == CellType::float64;
    const std::size_t rounded_bytes = rounds ? buffer_bytes(layout_) : 0;
    const std::uint64_t needed = 2 * bytes() + rounded_bytes;
    const std::uint64_t free = free_device_memory();
    require_memory(grid, needed, free, device.c_str());
    const auto make = [&](DeviceMemory& buffer, std::size_t size) {
        auto memory = try_make_device_memory(size);
        if (!memory) {
            // In pieces, or taken by others a moment ago: what is free does not serve.
            require_memory(grid, needed, std::min(free, needed - 1), device.c_str());
        }
        buffer = std::move(*memory);
        // The cells behind a row's end are moved by `copy`, so they must hold something.
        HEATLAB_CUDA_CHECK(cudaMemsetAsync(buffer.get(), 0, size, stream));
    };
    make(buffers_[0], bytes());
    make(buffers_[1], bytes());
    if (rounds) {
        make(rounded_, rounded_bytes);
    }
}

std::size_t FieldBuffers::bytes() const {
    return buffer_bytes(layout_, type_);
}

void FieldBuffers::round(KernelSet& kernels, cudaStream_t stream) const {
    if (type_ == CellType::float32) {
        return;
    }
    const void* const from = current();
    float* const to = seen();
    kernels.entry("round", "round_cells")
        .launch(cover(layout_.pitch, layout_.height, dim3(32, 8), 128, 8), stream, from, to,
                layout_);
}

template <typename Real>
void FieldBuffers::load(const BasicField<Real>& field, cudaStream_t stream) {
    assert(type_ == cell_type_of<Real>());
    const std::size_t row = row_bytes<Real>(layout_.width);
    // From pageable memory this returns when the last piece has been taken over.
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        current(), row_bytes<Real>(layout_.pitch), field.cells().data(), row, row,
        static_cast<std::size_t>(layout_.height), cudaMemcpyHostToDevice, stream));
    copy_to_other(stream);
}

template <typename Real>
BasicField<Real> FieldBuffers::read_back(cudaStream_t stream) const {
    assert(type_ == cell_type_of<Real>());
    BasicField<Real> field(grid_of(layout_));
    const std::size_t row = row_bytes<Real>(layout_.width);
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        field.cells().data(), row, current(), row_bytes<Real>(layout_.pitch), row,
        static_cast<std::size_t>(layout_.height), cudaMemcpyDeviceToHost, stream));
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream));
    return field;
}

template void FieldBuffers::load(const Field&, cudaStream_t);
template void FieldBuffers::load(const Field64&, cudaStream_t);
template Field FieldBuffers::read_back(cudaStream_t) const;
template Field64 FieldBuffers::read_back(cudaStream_t) const;

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

void Checkpoints::push(const void* field, std::int64_t step, cudaStream_t stream) {
    auto memory = take_memory();
    if (!memory) {
        return;  // nothing can be kept here, as `capacity` says
    }
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(memory->get(), field, bytes_each_, cudaMemcpyDeviceToDevice, stream));
    kept_.push_back({std::move(*memory), step});
}

std::optional<std::int64_t> Checkpoints::pop(void* field, cudaStream_t stream) {
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
