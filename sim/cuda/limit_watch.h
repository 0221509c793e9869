#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "sim/analysis.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/watch_record.h"

namespace heatlab::cuda {

/// Compares each step of a batch with limits, on the device.
class LimitWatch {
public:
    explicit LimitWatch(const FieldLayout& layout) : layout_(layout) {}

    /// Forgets what an earlier batch found.
    void begin(cudaStream_t stream);
    /// The field that `step` led to. Later steps than the first that left the limits cost next to
    /// nothing.
    void compare(const float* field, const ValueLimits& limits, std::int64_t step,
                 KernelSet& kernels, cudaStream_t stream);
    /// Enqueues the copy of the result into pinned `destination`.
    void finish(KernelSet& kernels, WatchRecord* destination, cudaStream_t stream);

    static std::optional<LimitCrossing> crossing(const WatchRecord& record,
                                                 const ValueLimits& limits);

private:
    WatchRecord* record() const { return static_cast<WatchRecord*>(memory_.get()); }
    BlockCrossing* blocks() const { return reinterpret_cast<BlockCrossing*>(record() + 1); }

    FieldLayout layout_;
    DeviceMemory memory_;  ///< the record, then one BlockCrossing per block
};

}  // namespace heatlab::cuda
