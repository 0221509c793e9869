#include "sim/cuda/field_readings.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "sim/cuda/grid_ends.h"
#include "sim/statistics.h"

namespace heatlab::cuda {
namespace {

static_assert(readings_bins == histogram_bins);

constexpr int strip_threads = 256;  // as in kernels/readings.cu
constexpr int strip_rows = 32;

/// The float behind a key of kernels/readings.cu.
float float_of_key(unsigned key) {
    return std::bit_cast<float>((key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key);
}

HistogramSample sample_of(const FieldLayout& layout) {
    const std::int64_t stride = histogram_stride({layout.width, layout.height});
    const auto samples = [&](int cells) { return static_cast<int>((cells + stride - 1) / stride); };
    return {static_cast<int>(stride), samples(layout.width), samples(layout.height), 0.0f, 1.0f};
}

}  // namespace

FieldReadings::FieldReadings(const FieldLayout& layout)
    : layout_(layout),
      sample_(sample_of(layout)),
      record_(make_device_memory(sizeof(ReadingsRecord))) {}

void FieldReadings::enqueue(const float* field, const Boundaries& boundaries, bool statistics,
                            std::optional<Cell> probe, const PictureRequest& request,
                            KernelSet& kernels, ReadingsRecord* destination,
                            cudaStream_t stream) const {
    ReadingsRecord* const record = static_cast<ReadingsRecord*>(record_.get());
    const Cell cell = probe.value_or(Cell{0, 0});
    kernels.entry("readings", "begin_readings")
        .launch({dim3(1), dim3(readings_bins)}, stream, field, layout_, grid_ends(boundaries),
                cell.row, cell.col, record);
    if (statistics) {
        kernels.entry("readings", "scan_field")
            .launch(cover(layout_.width, layout_.height, dim3(strip_threads), strip_threads,
                          strip_rows),
                    stream, field, layout_, request.alternating_threshold, record);
        HistogramSample sample = sample_;
        sample.low = request.histogram_low;
        sample.high = request.histogram_high;
        kernels.entry("readings", "sample_histogram")
            .launch(cover(std::int64_t{sample.columns} * sample.rows, 1, dim3(strip_threads),
                          strip_threads, 1),
                    stream, field, layout_, sample, record);
    }
    HEATLAB_CUDA_CHECK(cudaMemcpyAsync(destination, record, sizeof(ReadingsRecord),
                                       cudaMemcpyDeviceToHost, stream));
}

FieldStatistics FieldReadings::statistics(const ReadingsRecord& record, std::int64_t step) {
    constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
    FieldStatistics statistics;
    statistics.step = step;
    const bool any_finite = record.minimum_key != 0xffffffffu;
    statistics.minimum = any_finite ? float_of_key(record.minimum_key) : not_a_number;
    statistics.maximum = any_finite ? float_of_key(record.maximum_key) : not_a_number;
    statistics.non_finite_cells = static_cast<std::int64_t>(record.non_finite_cells);
    statistics.alternating_maximum = std::bit_cast<float>(record.alternating_bits);
    statistics.alternating_cells = static_cast<std::int64_t>(record.alternating_cells);
    std::ranges::copy(record.histogram, statistics.histogram.begin());
    return statistics;
}

ProbeReading FieldReadings::probe(const ReadingsRecord& record, Cell cell, std::int64_t step) {
    return {cell,
            step,
            record.probe[0],
            record.probe[1],
            record.probe[2],
            record.probe[3],
            record.probe[4],
            record.probe[5],
            record.probe[6]};
}

}  // namespace heatlab::cuda
