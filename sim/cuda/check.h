#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <string>

/// Throws DeviceError, naming the call, where a call of the CUDA runtime does not return
/// cudaSuccess.
#define HEATLAB_CUDA_CHECK(call) ::heatlab::cuda::check((call), #call)

/// The same for destructors: writes a line to standard error and goes on.
#define HEATLAB_CUDA_CHECK_NO_THROW(call) ::heatlab::cuda::report((call), #call)

namespace heatlab::cuda {

/// "out of memory (error 2)".
std::string error_text(cudaError_t error);

/// Clears the error where it can be cleared, so that the next call does not report it again.
[[noreturn]] void throw_device_error(cudaError_t error, const char* call);
[[noreturn]] void throw_device_error(CUresult error, const char* call);
void report_error(cudaError_t error, const char* call) noexcept;

inline void check(cudaError_t error, const char* call) {
    if (error != cudaSuccess) [[unlikely]] {
        throw_device_error(error, call);
    }
}

inline void check(CUresult error, const char* call) {
    if (error != CUDA_SUCCESS) [[unlikely]] {
        throw_device_error(error, call);
    }
}

inline void report(cudaError_t error, const char* call) noexcept {
    if (error != cudaSuccess) [[unlikely]] {
        report_error(error, call);
    }
}

}  // namespace heatlab::cuda
