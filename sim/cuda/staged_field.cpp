#include "sim/cuda/staged_field.h"

#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "sim/cuda/layout.h"

namespace heatlab::cuda {
namespace {

std::size_t row_bytes(const FieldLayout& layout) {
    return static_cast<std::size_t>(layout.width) * sizeof(float);
}

std::size_t field_bytes(const FieldLayout& layout) {
    return row_bytes(layout) * static_cast<std::size_t>(layout.height);
}

PinnedMemory pinned_memory_for(const FieldLayout& layout) {
    void* memory = nullptr;
    const cudaError_t error = cudaHostAlloc(&memory, field_bytes(layout), cudaHostAllocDefault);
    if (error == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());  // no fault of the device: the next call goes on
        throw std::bad_alloc();
    }
    check(error, "cudaHostAlloc");
    return PinnedMemory(memory);
}

/// Its `take` may be on another thread, which sleeps until the copy is there.
Event make_waiting_event() {
    cudaEvent_t event = nullptr;
    HEATLAB_CUDA_CHECK(
        cudaEventCreateWithFlags(&event, cudaEventBlockingSync | cudaEventDisableTiming));
    return Event(event);
}

class CopyUnderWay final : public PendingField {
public:
    CopyUnderWay(std::shared_ptr<StagedField> staged, Field memory, int device)
        : staged_(std::move(staged)), memory_(std::move(memory)), device_(device) {}

    bool ready() override {
        HEATLAB_CUDA_CHECK(cudaSetDevice(device_));
        return staged_->ready();
    }
    Field take() override {
        HEATLAB_CUDA_CHECK(cudaSetDevice(device_));
        return staged_->take(std::move(memory_));
    }

private:
    std::shared_ptr<StagedField> staged_;
    Field memory_;
    int device_;
};

}  // namespace

StagedField::StagedField(const FieldLayout& layout)
    : layout_(layout), memory_(pinned_memory_for(layout)), copied_(make_waiting_event()) {}

StagedField::~StagedField() {
    HEATLAB_CUDA_CHECK_NO_THROW(cudaEventSynchronize(copied_.get()));
}

void StagedField::enqueue(const float* field, cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        memory_.get(), row_bytes(layout_), field,
        static_cast<std::size_t>(layout_.pitch) * sizeof(float), row_bytes(layout_),
        static_cast<std::size_t>(layout_.height), cudaMemcpyDeviceToHost, stream));
    HEATLAB_CUDA_CHECK(cudaEventRecord(copied_.get(), stream));
}

bool StagedField::ready() const {
    const cudaError_t state = cudaEventQuery(copied_.get());
    if (state == cudaErrorNotReady) {
        return false;
    }
    check(state, "cudaEventQuery");
    return true;
}

Field StagedField::take(Field memory) const {
    const GridSize grid = grid_of(layout_);
    Field field = memory.size() == grid ? std::move(memory) : Field(grid);
    HEATLAB_CUDA_CHECK(cudaEventSynchronize(copied_.get()));
    std::memcpy(field.cells().data(), memory_.get(), field_bytes(layout_));
    return field;
}

std::unique_ptr<PendingField> StagedFields::request(const float* field, Field memory, int device,
                                                    cudaStream_t stream) {
    auto staged = kept_;
    if (staged && staged.use_count() == 2) {
        // Nobody else holds it. What its last reader did comes before what is written now; a copy
        // that nobody waited for comes before on the stream.
        std::atomic_thread_fence(std::memory_order_acquire);
    } else {
        staged = std::make_shared<StagedField>(layout_);
    }
    staged->enqueue(field, stream);
    if (!kept_ && field_bytes(layout_) <= most_kept_copy_bytes) {
        kept_ = staged;
    }
    return std::make_unique<CopyUnderWay>(std::move(staged), std::move(memory), device);
}

}  // namespace heatlab::cuda
