#include "sim/cuda/loader.h"

#include <cudaTypedefs.h>

#include <cstdio>
#include <utility>

#include "sim/cuda/check.h"
#include "sim/errors.h"

namespace heatlab::cuda {
namespace {

void* driver_entry_point(const char* symbol) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
// Toolkit 12.5 has the function that toolkit 13 still has; before there was only the other.
#if CUDART_VERSION >= 12050
    HEATLAB_CUDA_CHECK(
        cudaGetDriverEntryPointByVersion(symbol, &address, 12000, cudaEnableDefault, &found));
#else
    HEATLAB_CUDA_CHECK(cudaGetDriverEntryPoint(symbol, &address, cudaEnableDefault, &found));
#endif
    if (found != cudaDriverEntryPointSuccess || address == nullptr) {
        throw DeviceError(std::string("CUDA: the driver has no ") + symbol +
                          "; a driver for CUDA 12.0 or newer is needed");
    }
    return address;
}

/// What is used of the driver itself.
struct Driver {
    PFN_cuLibraryLoadData_v12000 load;
    PFN_cuLibraryUnload_v12000 unload;
    PFN_cuLibraryGetKernel_v12000 get_kernel;
    PFN_cuLaunchKernel_v4000 launch;
    PFN_cuLaunchCooperativeKernel_v9000 launch_cooperative;
    PFN_cuKernelGetFunction_v12000 get_function;
    PFN_cuFuncGetAttribute_v2020 get_attribute;
    PFN_cuKernelSetAttribute_v12000 set_attribute;
    PFN_cuDeviceGet_v2000 get_device;
    PFN_cuCtxGetCurrent_v4000 get_context;
    PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050 most_blocks;
};

const Driver& driver() {
    // Looked up once, at the first use of a device; constant from then on.
    static const Driver entry_points{
        reinterpret_cast<PFN_cuLibraryLoadData_v12000>(driver_entry_point("cuLibraryLoadData")),
        reinterpret_cast<PFN_cuLibraryUnload_v12000>(driver_entry_point("cuLibraryUnload")),
        reinterpret_cast<PFN_cuLibraryGetKernel_v12000>(driver_entry_point("cuLibraryGetKernel")),
        reinterpret_cast<PFN_cuLaunchKernel_v4000>(driver_entry_point("cuLaunchKernel")),
        reinterpret_cast<PFN_cuLaunchCooperativeKernel_v9000>(
            driver_entry_point("cuLaunchCooperativeKernel")),
        reinterpret_cast<PFN_cuKernelGetFunction_v12000>(driver_entry_point("cuKernelGetFunction")),
        reinterpret_cast<PFN_cuFuncGetAttribute_v2020>(driver_entry_point("cuFuncGetAttribute")),
        reinterpret_cast<PFN_cuKernelSetAttribute_v12000>(
            driver_entry_point("cuKernelSetAttribute")),
        reinterpret_cast<PFN_cuDeviceGet_v2000>(driver_entry_point("cuDeviceGet")),
        reinterpret_cast<PFN_cuCtxGetCurrent_v4000>(driver_entry_point("cuCtxGetCurrent")),
        reinterpret_cast<PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050>(
            driver_entry_point("cuOccupancyMaxActiveBlocksPerMultiprocessor"))};
    return entry_points;
}

}  // namespace

CUcontext current_context() {
    CUcontext context = nullptr;
    check(driver().get_context(&context), "cuCtxGetCurrent");
    return context;
}

void Kernel::launch_with(const LaunchShape& shape, cudaStream_t stream, void** arguments) const {
    auto* const function = reinterpret_cast<CUfunction>(kernel_);
    const dim3& blocks = shape.blocks;
    const dim3& threads = shape.threads;
    if (shape.all_at_once) {
        check(driver().launch_cooperative(function, blocks.x, blocks.y, blocks.z, threads.x,
                                          threads.y, threads.z, shape.shared_bytes, stream,
                                          arguments),
              "cuLaunchCooperativeKernel");
        return;
    }
    const CUresult result =
        driver().launch(function, blocks.x, blocks.y, blocks.z, threads.x, threads.y, threads.z,
                        shape.shared_bytes, stream, arguments, nullptr);
    check(result, "cuLaunchKernel");
}

EntryResources Kernel::resources(int threads_per_block, int dynamic_shared_bytes) const {
    CUfunction function = nullptr;
    check(driver().get_function(&function, kernel_), "cuKernelGetFunction");
    EntryResources found;
    check(driver().get_attribute(&found.registers_per_thread, CU_FUNC_ATTRIBUTE_NUM_REGS, function),
          "cuFuncGetAttribute");
    check(
        driver().get_attribute(&found.shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
        "cuFuncGetAttribute");
    check(driver().most_blocks(&found.blocks_per_multiprocessor, function, threads_per_block,
                               static_cast<std::size_t>(dynamic_shared_bytes)),
          "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    return found;
}

void Kernel::allow_shared(int bytes) const {
    int ordinal = 0;
    CUdevice device = 0;
    HEATLAB_CUDA_CHECK(cudaGetDevice(&ordinal));
    check(driver().get_device(&device, ordinal), "cuDeviceGet");
    check(driver().set_attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes, kernel_,
                                 device),
          "cuKernelSetAttribute");
}

KernelLibrary::KernelLibrary(std::span<const unsigned char> image) {
    check(driver().load(&library_, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
          "cuLibraryLoadData");
}

KernelLibrary::KernelLibrary(KernelLibrary&& other) noexcept
    : library_(std::exchange(other.library_, nullptr)) {}

KernelLibrary& KernelLibrary::operator=(KernelLibrary&& other) noexcept {
    std::swap(library_, other.library_);
    return *this;
}

KernelLibrary::~KernelLibrary() {
    if (library_ != nullptr) {
        report(static_cast<cudaError_t>(driver().unload(library_)), "cuLibraryUnload");
    }
}

Kernel KernelLibrary::kernel(const std::string& entry) const {
    Kernel kernel;
    const CUresult result = driver().get_kernel(&kernel.kernel_, library_, entry.c_str());
    check(result, ("cuLibraryGetKernel " + entry).c_str());
    return kernel;
}

}  // namespace heatlab::cuda
