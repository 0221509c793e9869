#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "sim/boundary.h"
#include "sim/cuda/recorded_graph.h"
#include "sim/kernel_table.h"
#include "sim/step_ratio.h"

namespace heatlab::cuda {

/// What a recorded series of launches depends on.
struct LaunchSeries {
    const KernelInfo* kernel = nullptr;
    StepRatio r;
    Boundaries boundaries;
    const float* from = nullptr;  ///< buffer that the first launch reads

    friend bool operator==(const LaunchSeries&, const LaunchSeries&) = default;
};

/// A series of launches, recorded once and then started with one call. On a small grid a step takes
/// the device less time than a launch takes the processor; so the interface is not held up by
/// thousands of launches per frame.
class LaunchGraph {
public:
    /// Launches in a series. Even, so that the two buffers end as they began.
    static constexpr int launches = 64;

    bool holds(const LaunchSeries& series) const { return series_ == series; }
    /// Records what `enqueue` puts on the stream, which must be launches only.
    template <typename Enqueue>
    void record(const LaunchSeries& series, cudaStream_t stream, const Enqueue& enqueue) {
        series_.reset();
        graph_.record(stream, enqueue);
        series_ = series;
    }
    void launch(cudaStream_t stream) const { graph_.launch(stream); }

private:
    RecordedGraph graph_;
    std::optional<LaunchSeries> series_;
};

}  // namespace heatlab::cuda
