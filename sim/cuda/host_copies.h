#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>

#include "sim/cuda/field_buffers.h"
#include "sim/cuda/handles.h"
#include "sim/field.h"
#include "sim/host_copies.h"

namespace heatlab::cuda {

/// Copies of the field to pinned host memory while it advances. `overlapped` has a stream of its
/// own: a copy reads the buffer that the next step reads too, and must be done before the step
/// after that writes into it.
class HostCopies {
public:
    /// Forgets what was copied. Blocking where copies are under way. Throws InputError (argument
    /// "--host-copies") where the host has no pinned memory for a field, and leaves all as it was.
    void set(const HostCopySetting& setting, const FieldLayout& layout);
    const HostCopySetting& setting() const { return setting_; }
    /// Before a launch on `stream` that writes into the buffer which the copy before last read.
    void before_launch(cudaStream_t stream);
    /// Copies `field`, which work on `stream` has just written.
    void take(const float* field, cudaStream_t stream);
    /// Makes `stream` wait for the copies under way.
    void join(cudaStream_t stream);

    std::uint64_t bytes_each() const;
    /// Blocking. None where no copy was taken.
    std::optional<Field> newest() const;

private:
    PinnedMemory reserve() const;
    bool overlapped() const { return setting_.policy == HostCopyPolicy::overlapped; }

    HostCopySetting setting_;
    FieldLayout layout_{};
    PinnedMemory memory_;
    Stream stream_;
    Event written_;
    /// Ends of the last two copies, the older one first: `before_launch` waits for that.
    Event ends_[2];
    std::int64_t taken_ = 0;
};

}  // namespace heatlab::cuda
