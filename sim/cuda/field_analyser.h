#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "sim/analysis.h"
#include "sim/boundary.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/analysis_record.h"

namespace heatlab::cuda {

/// Blocks of a launch over the field of the analysis or the watch.
int analysis_blocks(const FieldLayout& layout);
/// That launch.
LaunchShape analysis_shape(const FieldLayout& layout);

/// FieldAnalysis, gathered on the device in one record.
class FieldAnalyser {
public:
    explicit FieldAnalyser(const FieldLayout& layout) : layout_(layout) {}

    /// Takes the weights to the device, in the stream's order. Returns when they may go.
    void set_projections(const std::vector<SeparableWeight>& weights, cudaStream_t stream);
    /// Enqueues the kernels and the copy of the record into pinned `destination`.
    void enqueue(const float* field, const Boundaries& boundaries, KernelSet& kernels,
                 AnalysisRecord* destination, cudaStream_t stream);
    /// How many weights an analysis enqueued now projects on.
    std::size_t projections() const { return projections_; }

    /// `projections`: as at the time of `enqueue`.
    static FieldAnalysis analysis(const AnalysisRecord& record, std::size_t projections,
                                  GridSize grid, const Boundaries& boundaries, std::int64_t step);

private:
    FieldLayout layout_;
    DeviceMemory records_;  ///< one per block, then the result; made when first needed
    DeviceMemory columns_;
    DeviceMemory rows_;
    std::size_t projections_ = 0;
    std::size_t slots_ = 0;  ///< weights that the launched entry point takes: 0, 1, 2, 4 or 8
};

}  // namespace heatlab::cuda
