#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/backend.h"

// What CUDA can do here. Safe on every machine: without a driver the answer is a reason, not an
// error. No CUDA header is seen through this one.

namespace heatlab {

/// One CUDA device, or why there is none.
struct CudaDevice {
    std::optional<BackendInfo> info;  ///< none where the device could not even be asked
    std::uint64_t free_bytes = 0;     ///< of its memory, now
    bool usable = false;              ///< a probe launch gave the right result
    std::string reason;               ///< why not usable, for the user: "no CUDA device"
};

/// Asks device `index` and launches a kernel on it. Blocking (a second where CUDA starts). Never
/// throws for what the machine lacks.
CudaDevice probe_cuda_device(int index);

/// All devices, each probed; one entry without `info` where there is no driver or no device.
std::vector<CudaDevice> probe_cuda_devices();

}  // namespace heatlab
