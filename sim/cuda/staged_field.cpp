#include "sim/cuda/staged_field.h"

#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "sim/cuda/layout.h"

namespace heatlab::cuda {
namespace {

template <typename Real>
std::size_t row_bytes(const FieldLayout& layout) {
    return static_cast<std::size_t>(layout.width) * sizeof(Real);
}

template <typename Real>
std::size_t field_bytes(const FieldLayout& layout) {
    return row_bytes<Real>(layout) * static_cast<std::size_t>(layout.height);
}

template <typename Real>
PinnedMemory pinned_memory_for(const FieldLayout& layout) {
    void* memory = nullptr;
    const cudaError_t error =
        cudaHostAlloc(&memory, field_bytes<Real>(layout), cudaHostAllocDefault);
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

template <typename Real>
class CopyUnderWay final : public BasicPendingField<Real> {
public:
    CopyUnderWay(std::shared_ptr<StagedField<Real>> staged, BasicField<Real> memory, int device)
        : staged_(std::move(staged)), memory_(std::move(memory)), device_(device) {}

    bool ready() override {
        HEATLAB_CUDA_CHECK(cudaSetDevice(device_));
        return staged_->ready();
    }
    BasicField<Real> take() override {
        HEATLAB_CUDA_CHECK(cudaSetDevice(device_));
        return staged_->take(std::move(memory_));
    }

private:
    std::shared_ptr<StagedField<Real>> staged_;
    BasicField<Real> memory_;
    int device_;
};

}  // namespace

template <typename Real>
StagedField<Real>::StagedField(const FieldLayout& layout)
    : layout_(layout), memory_(pinned_memory_for<Real>(layout)), copied_(make_waiting_event()) {}

template <typename Real>
StagedField<Real>::~StagedField() {
    HEATLAB_CUDA_CHECK_NO_THROW(cudaEventSynchronize(copied_.get()));
}

template <typename Real>
void StagedField<Real>::enqueue(const Real* field, cudaStream_t stream) {
    HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
        memory_.get(), row_bytes<Real>(layout_), field,
        static_cast<std::size_t>(layout_.pitch) * sizeof(Real), row_bytes<Real>(layout_),
        static_cast<std::size_t>(layout_.height), cudaMemcpyDeviceToHost, stream));
    HEATLAB_CUDA_CHECK(cudaEventRecord(copied_.get(), stream));
}

template <typename Real>
bool StagedField<Real>::ready() const {
    const cudaError_t state = cudaEventQuery(copied_.get());
    if (state == cudaErrorNotReady) {
        return false;
    }
    check(state, "cudaEventQuery");
    return true;
}

template <typename Real>
BasicField<Real> StagedField<Real>::take(BasicField<Real> memory) const {
    const GridSize grid = grid_of(layout_);
    auto field = memory.size() == grid ? std::move(memory) : BasicField<Real>(grid);
    HEATLAB_CUDA_CHECK(cudaEventSynchronize(copied_.get()));
    std::memcpy(field.cells().data(), memory_.get(), field_bytes<Real>(layout_));
    return field;
}

template <typename Real>
std::unique_ptr<BasicPendingField<Real>> StagedFields<Real>::request(const Real* field,
                                                                     BasicField<Real> memory,
                                                                     int device,
                                                                     cudaStream_t stream) {
    auto staged = kept_;
    if (staged && staged.use_count() == 2) {
        // Nobody else holds it. What its last reader did comes before what is written now; a copy
        // that nobody waited for comes before on the stream.
        std::atomic_thread_fence(std::memory_order_acquire);
    } else {
        staged = std::make_shared<StagedField<Real>>(layout_);
    }
    staged->enqueue(field, stream);
    if (!kept_ && field_bytes<Real>(layout_) <= most_kept_copy_bytes) {
        kept_ = staged;
    }
    return std::make_unique<CopyUnderWay<Real>>(std::move(staged), std::move(memory), device);
}

template class StagedFields<float>;
template class StagedFields<double>;

}  // namespace heatlab::cuda
