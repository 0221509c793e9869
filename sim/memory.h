#pragma once

#include <cstdint>

namespace heatlab {

/// Bytes that this process can still take: what the kernel calls available, and no more than its
/// control groups allow.
std::uint64_t available_host_memory();

/// All of this machine's memory, in bytes.
std::uint64_t total_host_memory();

}  // namespace heatlab
