#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernels/field_layout.h"
#include "sim/field.h"

namespace heatlab::cuda {

/// The two linear buffers. A launch reads `current` and writes `other`; then they are swapped. Both
/// hold the boundary ring at all times. All work is enqueued on the stream that is passed.
class FieldBuffers {
public:
    /// Throws InputError (argument "--grid") where the device's memory does not hold them; `device`
    /// is its name in the message.
    FieldBuffers(GridSize grid, const std::string& device, cudaStream_t stream);

    const FieldLayout& layout() const { return layout_; }
    std::size_t bytes() const;  ///< of one buffer
    float* current() const { return static_cast<float*>(buffers_[current_].get()); }
    float* other() const { return static_cast<float*>(buffers_[1 - current_].get()); }
    void swap() { current_ = 1 - current_; }

    /// Into both buffers. Returns when `field` may go.
    void load(const Field& field, cudaStream_t stream);
    /// Blocking.
    Field read_back(cudaStream_t stream) const;
    /// Current to other, ring included.
    void copy_to_other(cudaStream_t stream);

private:
    FieldLayout layout_;
    DeviceMemory buffers_[2];
    int current_ = 0;
};

/// Copies of the field on the device, newest last.
class Checkpoints {
public:
    /// As many as half of the free memory holds, at most `most`.
    explicit Checkpoints(std::size_t bytes_each);

    int capacity() const { return capacity_; }
    void clear() { kept_.clear(); }
    /// Where the memory has gone to others meanwhile, the capacity shrinks to what is kept.
    void push(const float* field, std::int64_t step, cudaStream_t stream);
    /// Into `field`; the step it was kept at, none where nothing is kept.
    std::optional<std::int64_t> pop(float* field, cudaStream_t stream);

private:
    static constexpr int most = 16;
    struct Kept {
        DeviceMemory memory;
        std::int64_t step;
    };
    std::optional<DeviceMemory> take_memory();

    std::size_t bytes_each_;
    int capacity_ = 0;
    std::deque<Kept> kept_;
};

}  // namespace heatlab::cuda
