#include "sim/cuda/launch_timer.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "sim/cuda/batch_slot.h"
#include "sim/cuda/recorded_graph.h"
#include "sim/spread.h"

namespace heatlab::cuda {
namespace {

constexpr int first_series = 6;
constexpr int shortest_series = 4;
constexpr int longest_series = 400;

RecordedGraph series_of(int count, const std::function<void(int)>& launch, cudaStream_t stream) {
    RecordedGraph graph;
    graph.record(stream, [&] {
        for (int i = 0; i < count; ++i) {
            launch(i);
        }
    });
    return graph;
}

}  // namespace

double LaunchTimer::seconds(const std::function<void()>& enqueue) {
    HEATLAB_CUDA_CHECK(cudaEventRecord(begin_.get(), stream_));
    enqueue();
    HEATLAB_CUDA_CHECK(cudaEventRecord(end_.get(), stream_));
    HEATLAB_CUDA_CHECK(cudaEventSynchronize(end_.get()));
    return seconds_between(begin_, end_);
}

double LaunchTimer::median(const std::function<void(int)>& launch, const TimingEffort& effort) {
    const auto repeated = [&](const RecordedGraph& graph, int times) {
        return seconds([&] {
                   for (int i = 0; i < times; ++i) {
                       graph.launch(stream_);
                   }
               }) /
               times;
    };
    // The first start of a graph also brings it to the device.
    const RecordedGraph trial = series_of(first_series, launch, stream_);
    repeated(trial, 1);
    const double expected = repeated(trial, 1) / first_series;
    const double wanted = std::min(effort.series / expected, double{longest_series});
    const int count = std::max(shortest_series, static_cast<int>(wanted) / 2 * 2);
    const RecordedGraph graph = series_of(count, launch, stream_);
    const double once = repeated(graph, 1);
    const int times = std::max(1, static_cast<int>(std::lround(effort.sample / once)));
    std::vector<double> samples(static_cast<std::size_t>(effort.samples));
    for (double& sample : samples) {
        sample = repeated(graph, times) / count;
    }
    return spread_of(std::move(samples)).median;
}

}  // namespace heatlab::cuda
