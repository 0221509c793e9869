#include "sim/cuda/cupti_library.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "sim/errors.h"

namespace heatlab::cuda {
namespace {

/// In the order in which they are tried.
std::vector<std::string> candidates() {
    if (const char* const given = std::getenv("HEATLAB_CUPTI")) {
        return {given};
    }
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::string own = (program.parent_path().parent_path() / "lib").string();
    return {own + "/libcupti.so.13",
            own + "/libcupti.so.12",
            "libcupti.so.13",
            "libcupti.so.12",
            "libcupti.so",
            "/usr/local/cuda/lib64/libcupti.so",
            "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so"};
}

}  // namespace

CuptiLibrary CuptiLibrary::open() {
    std::string names;
    for (const std::string& name : candidates()) {
        if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
            return CuptiLibrary(library);
        }
        names += (names.empty() ? "" : ", ") + name;
    }
    throw DeviceError("CUPTI, which comes with the CUDA Toolkit, is not there: none of " + names +
                      " could be opened. HEATLAB_CUPTI names another file");
}

void* CuptiLibrary::symbol(const char* name) const {
    void* const found = dlsym(library_, name);
    if (found == nullptr) {
        throw DeviceError("this CUPTI has no " + std::string(name) + "; a newer one is needed");
    }
    return found;
}

}  // namespace heatlab::cuda
