#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "sim/cuda/field_buffers.h"
#include "sim/cuda/kernel_set.h"
#include "sim/kernel_table.h"
#include "sim/step_ratio.h"

namespace heatlab::cuda {

/// A kernel that takes whole batches of steps and plans its launches itself, for one grid on the
/// device that is current when it is made.
class PlannedKernel {
public:
    struct Done {
        std::int64_t steps = 0;
        std::int64_t launches = 0;
    };

    PlannedKernel() = default;
    PlannedKernel(const PlannedKernel&) = delete;
    PlannedKernel& operator=(const PlannedKernel&) = delete;
    virtual ~PlannedKernel() = default;

    /// Enqueues at most so many steps; the field is in `current` again afterwards. Steps that are
    /// not done (all, where the grid does not suit the kernel) are left to a plain one. Throws
    /// DeviceError.
    virtual Done advance(FieldBuffers& buffers, std::int64_t steps, StepRatio r,
                         cudaStream_t stream) = 0;
    /// What it takes in long batches. Throws DeviceError.
    virtual KernelResources resources() const = 0;
};

/// `info.plans_batches`. Throws DeviceError.
std::unique_ptr<PlannedKernel> make_planned_kernel(const KernelInfo& info,
                                                   const FieldLayout& layout, KernelSet& kernels);

/// Of blocks of so many threads and so much dynamic shared memory.
KernelResources kernel_resources(const Kernel& kernel, int threads, int dynamic_shared_bytes,
                                 int blocks_per_multiprocessor);

}  // namespace heatlab::cuda
