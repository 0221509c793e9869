#include "sim/cuda/ghost/nvrtc_library.h"

#include <algorithm>

#include "sim/errors.h"

namespace heatlab::cuda {

NvrtcLibrary::NvrtcLibrary(const ToolkitLibrary& library) : library_(library) {
    library.find("nvrtcCreateProgram", create_program);
    library.find("nvrtcDestroyProgram", destroy_program);
    library.find("nvrtcCompileProgram", compile_program);
    library.find("nvrtcGetCUBINSize", get_cubin_size);
    library.find("nvrtcGetCUBIN", get_cubin);
    library.find("nvrtcGetPTXSize", get_ptx_size);
    library.find("nvrtcGetPTX", get_ptx);
    library.find("nvrtcGetProgramLogSize", get_log_size);
    library.find("nvrtcGetProgramLog", get_log);
    library.find("nvrtcVersion", get_version_);
    library.find("nvrtcGetNumSupportedArchs", count_architectures_);
    library.find("nvrtcGetSupportedArchs", get_architectures_);
    library.find("nvrtcGetErrorString", get_error_string_);
}

NvrtcLibrary NvrtcLibrary::open(int newest_major) {
    const LibraryPlaces places{"NVRTC", "libnvrtc.so", "HEATLAB_NVRTC", {"/usr/local/cuda/lib64"}};
    std::string tried;
    for (const std::string& file : ToolkitLibrary::candidates(places)) {
        tried += (tried.empty() ? "" : ", ") + file;
        const auto library = ToolkitLibrary::try_open(file, places.name);
        if (!library) {
            continue;
        }
        try {
            const NvrtcLibrary nvrtc(*library);
            if (nvrtc.major() >= 12 && nvrtc.major() <= newest_major) {
                nvrtc.open_builtins();
                return nvrtc;
            }
            tried += " (of CUDA " + nvrtc.version() + ", but the driver supports CUDA " +
                     std::to_string(newest_major) + ")";
        } catch (const DeviceError& problem) {
            tried += std::string(" (") + problem.what() + ")";
        }
    }
    throw_missing_library(places, "none of " + tried + " can be used");
}

int NvrtcLibrary::major() const {
    int major = 0;
    int minor = 0;
    return get_version_(&major, &minor) == 0 ? major : 0;
}

std::string NvrtcLibrary::version() const {
    int major = 0;
    int minor = 0;
    get_version_(&major, &minor);
    return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<int> NvrtcLibrary::architectures() const {
    int count = 0;
    if (count_architectures_(&count) != 0 || count <= 0) {
        return {};
    }
    std::vector<int> found(static_cast<std::size_t>(count));
    if (get_architectures_(found.data()) != 0) {
        return {};
    }
    std::ranges::sort(found);
    return found;
}

void NvrtcLibrary::open_builtins() const {
    const std::string folder = library_.folder();
    // Where it is not there NVRTC searches by itself, and says so when it compiles.
    static_cast<void>(
        ToolkitLibrary::try_open(folder + "/libnvrtc-builtins.so." + version(), "NVRTC"));
}

}  // namespace heatlab::cuda
