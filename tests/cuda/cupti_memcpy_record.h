#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace heatlab::testing {

/// Copies between host and device that CUDA carried out, as CUPTI's activity records tell: seen
/// from outside, whoever asked for them.
struct MemcpyTotals {
    std::uint64_t to_host_copies = 0;
    std::uint64_t to_host_bytes = 0;
    std::uint64_t to_device_bytes = 0;
    std::uint64_t on_device_bytes = 0;
    std::map<std::uint64_t, std::uint64_t>
        to_host_sizes;                  ///< number of copies of each size in bytes
    std::uint64_t dropped_records = 0;  ///< 0, or the figures are too small
};

/// Records from `start` until it is destroyed; one at a time. CUPTI is opened at run time.
class CuptiMemcpyRecord {
public:
    /// To be called before CUDA is used. Null where CUPTI cannot be opened; `reason` says why.
    static std::unique_ptr<CuptiMemcpyRecord> start(std::string& reason);
    ~CuptiMemcpyRecord();
    CuptiMemcpyRecord(const CuptiMemcpyRecord&) = delete;
    CuptiMemcpyRecord& operator=(const CuptiMemcpyRecord&) = delete;

    /// What was copied since the last call (or the start), once the device is idle.
    MemcpyTotals take();

private:
    CuptiMemcpyRecord() = default;
};

}  // namespace heatlab::testing
