#pragma once

#include <cuda_runtime_api.h>

#include <functional>

#include "sim/cuda/handles.h"

namespace heatlab::cuda {

/// How long a launch is measured. Seconds.
struct TimingEffort {
    double series = 1e-3;  ///< of a recorded series of launches
    double sample = 1e-3;  ///< between two events: one series or more
    int samples = 5;       ///< of which the median counts; odd
};

/// Times launches by events around recorded series of them, so that a launch costs the device what
/// it costs in a long row, and the processor's part is not seen.
class LaunchTimer {
public:
    explicit LaunchTimer(cudaStream_t stream)
        : stream_(stream), begin_(make_event()), end_(make_event()) {}

    /// Seconds of one launch, the median of `effort.samples`. `launch(i)` enqueues the i-th of a
    /// series of an even number; i goes on from 0 again in each. Throws DeviceError.
    double median(const std::function<void(int)>& launch, const TimingEffort& effort = {});

private:
    /// Between two events around what is enqueued.
    double seconds(const std::function<void()>& enqueue);

    cudaStream_t stream_;
    Event begin_;
    Event end_;
};

}  // namespace heatlab::cuda
