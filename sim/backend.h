#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heatlab {

enum class BackendKind { cpu, cuda };

/// "cpu" or "cuda".
std::string_view to_string(BackendKind kind);

/// Who runs the simulation, as shown in the window and written into every measurement.
struct BackendInfo {
    BackendKind kind = BackendKind::cpu;
    std::string device;           ///< "NVIDIA H200", or the processor's name
    std::string driver;           ///< CUDA driver version, or the kernel's release for the CPU
    std::string instruction_set;  ///< "sm_90", "AVX-512", "AVX2", "x86-64"
    int device_index = 0;
    int threads = 0;                           ///< CPU worker threads; 0 for a GPU
    std::uint64_t memory_bytes = 0;            ///< of the device, total
    std::uint64_t shared_bytes_per_block = 0;  ///< of a GPU: without asking for more
    int clock_mhz = 0;                         ///< of a GPU, at most, as its driver tells
    int memory_clock_mhz = 0;
    std::uint64_t cache_bytes = 0;  ///< the last cache before memory, all of it; 0: not known
};

}  // namespace heatlab
