#pragma once

#include <cstdint>
#include <filesystem>

namespace heatlab {

/// Bytes of the processor's last cache before memory, all of them together where there are several.
/// `processors`: the kernel's folder with one folder "cpuN" each (sysfs). 0 where it does not tell.
std::uint64_t last_cache_bytes(const std::filesystem::path& processors);

}  // namespace heatlab
