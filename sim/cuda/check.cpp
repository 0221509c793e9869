#include "sim/cuda/check.h"

#include <cstdio>

#include "sim/errors.h"

namespace heatlab::cuda {

std::string error_text(cudaError_t error) {
    return std::string(cudaGetErrorString(error)) + " (error " + std::to_string(error) + ")";
}

void throw_device_error(cudaError_t error, const char* call) {
    cudaGetLastError();
    throw DeviceError("CUDA: " + error_text(error) + " in " + call);
}

// The runtime's and the driver's numbers are the same, and the runtime has the words for them.
void throw_device_error(CUresult error, const char* call) {
    throw_device_error(static_cast<cudaError_t>(error), call);
}

void report_error(cudaError_t error, const char* call) noexcept {
    cudaGetLastError();
    // At the end of a process the driver may be gone before the last handle.
    if (error != cudaErrorCudartUnloading) {
        std::fprintf(stderr, "CUDA: %s (error %d) in %s\n", cudaGetErrorString(error),
                     static_cast<int>(error), call);
    }
}

}  // namespace heatlab::cuda
