#include "sim/cuda/toolkit_library.h"

#include <dlfcn.h>
#include <link.h>

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "sim/errors.h"

namespace heatlab::cuda {

std::vector<std::string> ToolkitLibrary::candidates(const LibraryPlaces& places) {
    if (const char* const given = std::getenv(places.variable)) {
        return {given};
    }
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::string own = (program.parent_path().parent_path() / "lib").string() + "/";
    const std::string file = places.file;
    std::vector<std::string> found{own + file + ".13", own + file + ".12", file + ".13",
                                   file + ".12", file};
    for (const std::string& folder : places.folders) {
        found.push_back(folder + "/" + file);
    }
    return found;
}

std::optional<ToolkitLibrary> ToolkitLibrary::try_open(const std::string& file, const char* name) {
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? std::nullopt : std::optional(ToolkitLibrary(library, name));
}

ToolkitLibrary ToolkitLibrary::open(const LibraryPlaces& places) {
    std::string tried;
    for (const std::string& file : candidates(places)) {
        if (const auto library = try_open(file, places.name)) {
            return *library;
        }
        tried += (tried.empty() ? "" : ", ") + file;
    }
    throw_missing_library(places, "none of " + tried + " could be opened");
}

void* ToolkitLibrary::symbol(const char* function_name) const {
    void* const found = dlsym(library_, function_name);
    if (found == nullptr) {
        throw DeviceError("this " + std::string(name_) + " has no " + function_name +
                          "; a newer one is needed");
    }
    return found;
}

std::string ToolkitLibrary::folder() const {
    char origin[PATH_MAX];
    return dlinfo(library_, RTLD_DI_ORIGIN, origin) == 0 ? origin : "";
}

void throw_missing_library(const LibraryPlaces& places, const std::string& tried) {
    throw DeviceError(std::string(places.name) +
                      ", which comes with the CUDA Toolkit, is not there: " + tried + ". " +
                      places.variable + " names another file");
}

}  // namespace heatlab::cuda
