#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/readings_record.h"
#include "sim/picture.h"
#include "sim/simulation.h"

namespace heatlab::cuda {

/// Statistics and probe of the field, gathered on the device in one record.
class FieldReadings {
public:
    explicit FieldReadings(const FieldLayout& layout);

    /// Enqueues the kernels and the copy of the record into pinned `destination`.
    void enqueue(const float* field, const Boundaries& boundaries, bool statistics,
                 std::optional<Cell> probe, const PictureRequest& request, KernelSet& kernels,
                 ReadingsRecord* destination, cudaStream_t stream) const;

    static FieldStatistics statistics(const ReadingsRecord& record, std::int64_t step);
    static ProbeReading probe(const ReadingsRecord& record, Cell cell, std::int64_t step);

private:
    FieldLayout layout_;
    HistogramSample sample_;
    DeviceMemory record_;
};

}  // namespace heatlab::cuda
