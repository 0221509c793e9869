#include "sim/cuda/limit_watch.h"

#include "sim/cuda/field_analyser.h"

namespace heatlab::cuda {
namespace {

constexpr int all_bits = 0xff;

ExtremeCell extreme_of(const LargestValue& largest, float sign) {
    return {sign * largest.value,
            {static_cast<int>(largest.cell >> 32), static_cast<int>(largest.cell & 0xffffffffu)}};
}

}  // namespace

void LimitWatch::begin(cudaStream_t stream) {
    const std::size_t bytes =
        sizeof(WatchRecord) +
        static_cast<std::size_t>(analysis_blocks(layout_)) * sizeof(BlockCrossing);
    if (!memory_) {
        memory_ = make_device_memory(bytes);
    }
    HEATLAB_CUDA_CHECK(cudaMemsetAsync(memory_.get(), all_bits, bytes, stream));
}

void LimitWatch::compare(const float* field, const ValueLimits& limits, std::int64_t step,
                         KernelSet& kernels, cudaStream_t stream) {
    const long long number = step;
    kernels.entry("watch", "watch_limits")
        .launch(analysis_shape(layout_), stream, field, layout_, limits.low, limits.high, number,
                record(), blocks());
}

void LimitWatch::finish(KernelSet& kernels, WatchRecord* destination, cudaStream_t stream) {
    const BlockCrossing* const found = blocks();
    const int count = analysis_blocks(layout_);
    kernels.entry("watch", "finish_watch")
        .launch({dim3(1), dim3(analysis_threads)}, stream, found, count, record());
    HEATLAB_CUDA_CHECK(cudaMemcpyAsync(destination, record(), sizeof(WatchRecord),
                                       cudaMemcpyDeviceToHost, stream));
}

std::optional<LimitCrossing> LimitWatch::crossing(const WatchRecord& record,
                                                  const ValueLimits& limits) {
    if (record.step < 0) {
        return std::nullopt;
    }
    const bool below = record.negated_low.cell != no_cell;
    const bool above = record.high.cell != no_cell;
    const double depth = double{limits.low} + double{record.negated_low.value};
    const double height = double{record.high.value} - double{limits.high};
    const bool takes_low =
        below && (!above || depth > height ||
                  (depth == height && record.negated_low.cell < record.high.cell));
    return LimitCrossing{record.step, takes_low ? extreme_of(record.negated_low, -1.0f)
                                                : extreme_of(record.high, 1.0f)};
}

}  // namespace heatlab::cuda
