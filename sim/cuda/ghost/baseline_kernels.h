#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "sim/cuda/loader.h"

namespace heatlab::ghost {

/// Plain kernels beside those of zones (sim/cuda/ghost/baseline.cu), for calibrations.
class BaselineKernels {
public:
    /// Throws DeviceError.
    BaselineKernels();

    /// One block per multiprocessor, none of which does anything.
    void launch_empty(cudaStream_t stream) const;
    /// Reads `arrays_read` (1 or 2) arrays of so many bytes (a multiple of 16), and writes one
    /// unless `writes` is false.
    void launch_move(cudaStream_t stream, int arrays_read, bool writes, const void* first,
                     const void* second, void* to, std::size_t bytes) const;
    /// 0 and 1 in no order, as int32 or float32.
    void launch_fill(cudaStream_t stream, void* cells, bool real, std::size_t count) const;

private:
    cuda::KernelLibrary library_;
    cuda::Kernel empty_;
    cuda::Kernel copy_;
    cuda::Kernel add_;
    cuda::Kernel read_;
    cuda::Kernel fill_;
    unsigned multiprocessors_;
};

}  // namespace heatlab::ghost
