#include "sim/cuda/device_probe.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "sim/cuda/check.h"
#include "sim/cuda/device_info.h"
#include "sim/cuda/handles.h"
#include "sim/cuda/kernel_images.h"
#include "sim/cuda/kernel_set.h"
#include "sim/cuda/layout.h"
#include "sim/errors.h"
#include "sim/kernel_table.h"

namespace heatlab {
namespace cuda {
namespace {

/// "13.0" from 13000.
std::string version_text(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Version of the kernel module, "580.95.05"; empty where the system does not tell (WSL2).
std::string kernel_module_version() {
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  Tue Sep 23 ...": the first word
    // that starts with a digit and has a point. "x86_64" starts with a letter.
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (word[0] >= '0' && word[0] <= '9' && word.find('.') != std::string::npos) {
            return word;
        }
    }
    return {};
}

/// Moves one row of cells with the copy baseline and looks at what arrived.
void launch_probe() {
    const GridSize grid{pitch_cells, 1};
    const FieldLayout layout = layout_of(grid);
    std::array<float, pitch_cells> sent{};
    std::array<float, pitch_cells> received{};
    for (std::size_t i = 0; i < sent.size(); ++i) {
        sent[i] = static_cast<float>(i) + 0.5f;
    }
    const Stream stream = make_stream();
    const DeviceMemory memory = make_device_memory(2 * sizeof(sent));
    float* const from = static_cast<float*>(memory.get());
    float* const to = from + pitch_cells;
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(from, sent.data(), sizeof(sent), cudaMemcpyHostToDevice, stream.get()));
    KernelSet kernels(layout);
    const StepKernel& copy = kernels.step_kernel(find_kernel("copy", BackendKind::cuda));
    copy.advance.launch(copy.shape, stream.get(), static_cast<const float*>(from), to, layout, 0.0f,
                        1.0f);
    HEATLAB_CUDA_CHECK(cudaMemcpyAsync(received.data(), to, sizeof(received),
                                       cudaMemcpyDeviceToHost, stream.get()));
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream.get()));
    if (received != sent) {
        throw DeviceError("a probe launch gave a wrong result");
    }
}

/// In the user's words, why CUDA cannot start at all.
std::string start_error_text(cudaError_t error) {
    if (error == cudaErrorNoDevice) {
        return "no CUDA device";
    }
    if (error != cudaErrorInsufficientDriver) {
        return "CUDA does not start: " + error_text(error);
    }
    // The runtime gives the same error for a driver that is missing and one that is too old.
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        cudaGetLastError();
        return "no NVIDIA driver";
    }
    return "the NVIDIA driver is too old: it supports CUDA " + version_text(driver) +
           ", this program needs " + version_text(CUDART_VERSION / 1000 * 1000);
}

}  // namespace

BackendInfo device_info(int index) {
    cudaDeviceProp properties{};
    HEATLAB_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
    int driver = 0;
    HEATLAB_CUDA_CHECK(cudaDriverGetVersion(&driver));
    const std::string module = kernel_module_version();
    BackendInfo info;
    info.kind = BackendKind::cuda;
    info.device = properties.name;
    info.driver = (module.empty() ? "" : module + ", ") + "CUDA " + version_text(driver);
    info.instruction_set =
        "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    info.device_index = index;
    info.memory_bytes = properties.totalGlobalMem;
    info.cache_bytes = static_cast<std::uint64_t>(std::max(0, properties.l2CacheSize));
    info.shared_bytes_per_block = properties.sharedMemPerBlock;
    const auto megahertz = [&](cudaDeviceAttr attribute) {
        int kilohertz = 0;
        HEATLAB_CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, attribute, index));
        return kilohertz / 1000;
    };
    info.clock_mhz = megahertz(cudaDevAttrClockRate);
    info.memory_clock_mhz = megahertz(cudaDevAttrMemoryClockRate);
    return info;
}

}  // namespace cuda

CudaDevice probe_cuda_device(int index) {
    CudaDevice device;
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        cudaGetLastError();
        device.reason = cuda::start_error_text(error == cudaSuccess ? cudaErrorNoDevice : error);
        return device;
    }
    if (index < 0 || index >= count) {
        device.reason =
            "there is no CUDA device " + std::to_string(index) + "; " +
            (count == 1 ? "the only one is 0" : "there are 0 to " + std::to_string(count - 1));
        return device;
    }
    try {
        HEATLAB_CUDA_CHECK(cudaSetDevice(index));
        device.info = cuda::device_info(index);
        std::size_t free = 0;
        std::size_t total = 0;
        HEATLAB_CUDA_CHECK(cudaMemGetInfo(&free, &total));
        device.free_bytes = free;
        cuda::launch_probe();
        device.usable = true;
    } catch (const DeviceError& problem) {
        device.reason =
            (device.info ? device.info->device : "CUDA device " + std::to_string(index)) +
            " does not work: " + problem.what();
    }
    return device;
}

std::vector<CudaDevice> probe_cuda_devices() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError();
        count = 0;
    }
    std::vector<CudaDevice> devices;
    for (int index = 0; index < std::max(count, 1); ++index) {
        devices.push_back(probe_cuda_device(index));
    }
    return devices;
}

}  // namespace heatlab
