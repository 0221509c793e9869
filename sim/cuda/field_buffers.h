#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/field_layout.h"
#include "sim/field.h"

namespace heatlab::cuda {

/// The two linear buffers. A launch reads `current` and writes `other`; then they are swapped. Both
/// hold the boundary ring at all times. Beside those of a float64 field lies what is seen of it:
/// its rounding to float32. All work is enqueued on the stream that is passed.
class FieldBuffers {
public:
    /// Throws InputError (argument "--grid") where the device's memory does not hold them; `device`
    /// is its name in the message.
    FieldBuffers(GridSize grid, const std::string& device, cudaStream_t stream,
                 CellType type = CellType::float32);

    const FieldLayout& layout() const { return layout_; }
    CellType cell_type() const { return type_; }
    std::size_t bytes() const;  ///< of one buffer
    /// Cells of the field's type.
    void* current() const { return buffers_[current_].get(); }
    void* other() const { return buffers_[1 - current_].get(); }
    void swap() { current_ = 1 - current_; }
    /// The current field in float32: itself, or its rounding as of the last `round`.
    float* seen() const {
        return static_cast<float*>(type_ == CellType::float32 ? current() : rounded_.get());
    }
    /// Brings the rounding of a float64 field up to date.
    void round(KernelSet& kernels, cudaStream_t stream) const;

    /// Into both buffers; the cells are of the buffers' type. Returns when `field` may go.
    template <typename Real>
    void load(const BasicField<Real>& field, cudaStream_t stream);
    /// Blocking; of the buffers' type.
    template <typename Real = float>
    BasicField<Real> read_back(cudaStream_t stream) const;
    /// Current to other, ring included.
    void copy_to_other(cudaStream_t stream);

private:
    FieldLayout layout_;
    CellType type_;
    DeviceMemory buffers_[2];
    DeviceMemory rounded_;  ///< none of float32
    int current_ = 0;
};

/// Copies of the field on the device, newest last.
class Checkpoints {
public:
    /// As many as half of the free memory holds, at most `most`.
    explicit Checkpoints(std::size_t bytes_each);

    int capacity() const { return capacity_; }
    void clear() { kept_.clear(); }
    /// Where the memory has gone to others meanwhile, the capacity shrinks to what is kept.
    void push(const void* field, std::int64_t step, cudaStream_t stream);
    /// Into `field`; the step it was kept at, none where nothing is kept.
    std::optional<std::int64_t> pop(void* field, cudaStream_t stream);

private:
    static constexpr int most = 16;
    struct Kept {
        DeviceMemory memory;
        std::int64_t step;
    };
    std::optional<DeviceMemory> take_memory();

    std::size_t bytes_each_;
    int capacity_ = 0;
    std::deque<Kept> kept_;
};

}  // namespace heatlab::cuda
