#include "sim/cuda/planned_kernel.h"

#include "sim/cuda/check.h"
#include "sim/cuda/device_memory.h"
#include "sim/cuda/resident/tiles.h"
#include "sim/cuda/wavefront/passes.h"
#include "sim/errors.h"

namespace heatlab::cuda {

std::unique_ptr<PlannedKernel> make_planned_kernel(const KernelInfo& info,
                                                   const FieldLayout& layout, KernelSet& kernels) {
    if (info.name == "wavefront") {
        return std::make_unique<WavefrontPasses>(layout, kernels);
    }
    if (info.name == "resident") {
        return std::make_unique<ResidentTiles>(layout, kernels);
    }
    throw DeviceError("nothing plans the batches of " + std::string(info.name));
}

KernelResources kernel_resources(const Kernel& kernel, int threads, int dynamic_shared_bytes,
                                 int blocks_per_multiprocessor) {
    const EntryResources found = kernel.resources(threads, dynamic_shared_bytes);
    const int most_threads = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    return {found.registers_per_thread, found.shared_bytes + dynamic_shared_bytes, threads,
            blocks_per_multiprocessor,
            static_cast<double>(blocks_per_multiprocessor) * threads / most_threads};
}

}  // namespace heatlab::cuda
