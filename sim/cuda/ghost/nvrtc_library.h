#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/cuda/toolkit_library.h"

namespace heatlab::cuda {

/// NVRTC, NVIDIA's compiler as a library, opened when it is first needed. Its declarations are
/// written here: its header is in another package than nvcc, and what is used of its interface has
/// been the same since CUDA 11.2.
class NvrtcLibrary {
public:
    using Program = struct OpaqueNvrtcProgram*;

    /// `newest_major`: of CUDA, which the driver supports; what a newer compiler makes it may
    /// refuse. HEATLAB_NVRTC names a file. Throws DeviceError, which says what was tried and what
    /// was wrong with it.
    static NvrtcLibrary open(int newest_major);

    /// "13.0".
    std::string version() const;
    /// Compute capabilities that it compiles for, ascending: 90 for 9.0.
    std::vector<int> architectures() const;
    /// In NVRTC's words.
    std::string error_text(int error) const { return get_error_string_(error); }

    // As in nvrtc.h. A result is 0, or an error.
    int (*create_program)(Program*, const char* source, const char* name, int headers,
                          const char* const* header_sources, const char* const* header_names);
    int (*destroy_program)(Program*);
    int (*compile_program)(Program, int options, const char* const* texts);
    int (*get_cubin_size)(Program, std::size_t*);
    int (*get_cubin)(Program, char*);
    int (*get_ptx_size)(Program, std::size_t*);
    int (*get_ptx)(Program, char*);
    int (*get_log_size)(Program, std::size_t*);
    int (*get_log)(Program, char*);

private:
    explicit NvrtcLibrary(const ToolkitLibrary& library);
    int major() const;
    /// NVRTC looks for its other half by name alone.
    void open_builtins() const;

    ToolkitLibrary library_;
    int (*get_version_)(int* major, int* minor);
    int (*count_architectures_)(int*);
    int (*get_architectures_)(int*);
    const char* (*get_error_string_)(int);
};

}  // namespace heatlab::cuda
