#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/analysis.h"
#include "sim/boundary.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"

namespace heatlab::cuda {

/// Device memory that grows as needed.
struct DeviceScratch {
    DeviceMemory memory;
    std::size_t bytes = 0;

    /// What was in it is lost where it grows.
    void reserve(std::size_t needed);
};

/// Values of a rectangle of cells on their way to the host through pinned memory. One per batch
/// that may be unfinished.
class StagedCells {
public:
    /// The cells themselves. The former values of this object must have been taken, here and below.
    void enqueue_cells(const float* field, const FieldLayout& layout, const CellRect& cells,
                       cudaStream_t stream);
    /// Mean of the four neighbours - u, gathered in `scratch` first.
    void enqueue_changes(const float* field, const FieldLayout& layout,
                         const Boundaries& boundaries, const CellRect& cells, KernelSet& kernels,
                         DeviceScratch& scratch, cudaStream_t stream);
    /// Whether something is to be taken.
    bool waits() const { return waits_; }
    /// Once the stream has passed.
    std::shared_ptr<const CellBlock> take(std::int64_t step);

private:
    /// Of the values of `cells`. Makes room for them.
    std::size_t expect(const CellRect& cells);

    CellRect cells_;
    PinnedMemory memory_;
    std::size_t capacity_ = 0;
    bool waits_ = false;
};

}  // namespace heatlab::cuda
