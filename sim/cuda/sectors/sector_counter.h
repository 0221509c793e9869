#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace heatlab::cuda {

/// What the counter saw of the first kernel launched after it was started.
struct CountedSectors {
    std::string function;      ///< its entry point; empty where it has no access to global memory
    std::int64_t sectors = 0;  ///< of all its launches together
};

/// Counts sectors of global memory from a kernel's machine code as it executes (CUPTI's metric
/// smsp__sass_sectors_mem_global), on the current device. No cache is seen: these are neither L2
/// traffic nor bytes of device memory. A kernel that is counted takes many times as long.
///
/// Two limits of CUPTI: only the first kernel launched after the start is counted, and a second
/// counter in the same process fails. So a process counts one kernel.
class SectorCounter {
public:
    /// Begins; the device has to be idle. Throws DeviceError where CUPTI is missing, does not
    /// support the device, or is not permitted to this user.
    static std::unique_ptr<SectorCounter> start(int device);

    virtual ~SectorCounter() = default;
    SectorCounter(const SectorCounter&) = delete;
    SectorCounter& operator=(const SectorCounter&) = delete;

    /// Waits for the device, and ends counting. Once. Throws DeviceError.
    virtual CountedSectors finish() = 0;

protected:
    SectorCounter() = default;
};

}  // namespace heatlab::cuda
