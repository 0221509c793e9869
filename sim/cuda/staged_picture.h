#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/kernels/picture_arguments.h"
#include "sim/picture.h"

namespace heatlab::cuda {

/// A picture without texels, as the device wants it.
PictureArguments picture_arguments(const FieldPicture& plan);
LaunchShape picture_shape(const PictureArguments& arguments);

/// A picture on its way to the host through pinned memory. One per batch that may be unfinished.
class StagedPicture {
public:
    /// Bytes that `enqueue` copied.
    std::uint64_t bytes() const { return bytes_; }
    /// Reduces (where the plan's block is above 1) into `scratch`, which grows as needed, and
    /// copies. The former picture of this object must have been taken.
    void enqueue(const float* field, const FieldLayout& layout, FieldPicture plan,
                 KernelSet& kernels, DeviceMemory& scratch, std::size_t& scratch_bytes,
                 cudaStream_t stream);
    /// Once the stream has passed: the picture with its texels.
    std::shared_ptr<const FieldPicture> take(std::uint64_t serial);

private:
    FieldPicture plan_;
    PinnedMemory memory_;
    std::size_t capacity_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace heatlab::cuda
