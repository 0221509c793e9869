#include "sim/cuda/staged_cells.h"

#include "sim/cuda/grid_ends.h"
#include "sim/cuda/kernels/changes_arguments.h"

namespace heatlab::cuda {
namespace {

std::size_t count(const CellRect& cells) {
    return static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height);
}

}  // namespace

void DeviceScratch::reserve(std::size_t needed) {
    if (needed > bytes) {
        bytes = 0;
        memory = make_device_memory(needed);
        bytes = needed;
    }
}

std::size_t StagedCells::expect(const CellRect& cells) {
    const std::size_t bytes = count(cells) * sizeof(float);
    if (bytes > capacity_) {
        capacity_ = 0;
        memory_ = make_pinned_memory(bytes);
        capacity_ = bytes;
    }
    cells_ = cells;
    waits_ = true;
    return bytes;
}

void StagedCells::enqueue_cells(const float* field, const FieldLayout& layout,
                                const CellRect& cells, cudaStream_t stream) {
    expect(cells);
    const float* const first =
        field + static_cast<std::size_t>(cells.row) * static_cast<std::size_t>(layout.pitch) +
        static_cast<std::size_t>(cells.col);
    const std::size_t row_bytes = static_cast<std::size_t>(cells.width) * sizeof(float);
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        memory_.get(), row_bytes, first, static_cast<std::size_t>(layout.pitch) * sizeof(float),
        row_bytes, static_cast<std::size_t>(cells.height), cudaMemcpyDeviceToHost, stream));
}

void StagedCells::enqueue_changes(const float* field, const FieldLayout& layout,
                                  const Boundaries& boundaries, const CellRect& cells,
                                  KernelSet& kernels, DeviceScratch& scratch, cudaStream_t stream) {
    const std::size_t bytes = expect(cells);
    scratch.reserve(bytes);
    float* const changes = static_cast<float*>(scratch.memory.get());
    const ChangesArguments arguments{cells.row, cells.col, cells.height, cells.width};
    kernels.entry("changes", "gather_changes")
        .launch(cover(cells.width, cells.height, dim3(32, 8), 32, 8), stream, field, layout,
                grid_ends(boundaries), arguments, changes);
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(memory_.get(), changes, bytes, cudaMemcpyDeviceToHost, stream));
}

std::shared_ptr<const CellBlock> StagedCells::take(std::int64_t step) {
    auto block = std::make_shared<CellBlock>();
    block->cells = cells_;
    block->step = step;
    const float* const values = static_cast<const float*>(memory_.get());
    block->values.assign(values, values + count(cells_));
    waits_ = false;
    return block;
}

}  // namespace heatlab::cuda
