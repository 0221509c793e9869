#pragma once

#include <string>
#include <vector>

#include "sim/cuda/ghost/nvrtc_library.h"

namespace heatlab::cuda {

/// What code is made for.
struct CompileTarget {
    int architecture = 0;      ///< 90 for compute capability 9.0
    bool machine_code = true;  ///< false: PTX, which the driver compiles further

    /// "sm_90", "compute_90".
    std::string name() const;
    friend bool operator==(const CompileTarget&, const CompileTarget&) = default;
};

/// For a device of that compute capability by a compiler that knows `architectures` (ascending):
/// its machine code, or PTX of the newest older one. Throws DeviceError where there is none.
CompileTarget choose_target(const std::vector<int>& architectures, int capability);

/// Compiles CUDA source by NVRTC as kernels of this program are compiled: denormals flushed, no
/// contraction, exact division and square root. Several threads may compile at a time.
class RuntimeCompiler {
public:
    /// Throws DeviceError where that compiler makes nothing for such a device.
    RuntimeCompiler(const NvrtcLibrary& library, int capability);

    /// The image (a cubin, or PTX with its final 0), for a KernelLibrary. `name` is that of a file,
    /// for messages. Throws ghost::CompileError with the line where the source is refused,
    /// DeviceError where the compiler itself fails. What the compiler said goes to `log`, if given.
    std::vector<unsigned char> compile(const std::string& source, const std::string& name,
                                       std::string* log = nullptr) const;
    const CompileTarget& target() const { return target_; }
    /// All that an image depends on beside its source: options, target, the compiler's version.
    std::string description() const;

private:
    std::vector<std::string> options() const;

    NvrtcLibrary library_;
    CompileTarget target_;
};

}  // namespace heatlab::cuda
