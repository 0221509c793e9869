#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernels/field_layout.h"
#include "sim/pending_field.h"

namespace heatlab::cuda {

/// Pinned memory by which a whole field goes to the host. Goes when the copy has been made.
template <typename Real>
class StagedField {
public:
    /// Throws std::bad_alloc where the host has no such memory.
    explicit StagedField(const FieldLayout& layout);
    ~StagedField();
    StagedField(const StagedField&) = delete;
    StagedField& operator=(const StagedField&) = delete;

    /// The copy that was made before must be needed no more. `field` in linear memory.
    void enqueue(const Real* field, cudaStream_t stream);
    bool ready() const;
    /// Waits for the copy.
    BasicField<Real> take(BasicField<Real> memory) const;

private:
    FieldLayout layout_;
    PinnedMemory memory_;
    Event copied_;
};

/// The copies of one simulation's field that may be under way at the same time.
template <typename Real>
class StagedFields {
public:
    explicit StagedFields(const FieldLayout& layout) : layout_(layout) {}

    /// All on the same stream. Throws std::bad_alloc.
    std::unique_ptr<BasicPendingField<Real>> request(const Real* field, BasicField<Real> memory,
                                                     int device, cudaStream_t stream);

private:
    FieldLayout layout_;
    std::shared_ptr<StagedField<Real>> kept_;  ///< for the next request, where it is small
};

}  // namespace heatlab::cuda
