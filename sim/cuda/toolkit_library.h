#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heatlab::cuda {

/// Where a library of the CUDA Toolkit is looked for.
struct LibraryPlaces {
    const char* name;      ///< for messages: "CUPTI"
    const char* file;      ///< without version: "libcupti.so"
    const char* variable;  ///< of the environment, which names another file: "HEATLAB_CUPTI"
    std::vector<std::string> folders;  ///< of the toolkit, tried last
};

/// A library of the CUDA Toolkit, opened when it is first needed: the program runs without it.
/// Stays open until the process ends, since these libraries do not bear being closed.
class ToolkitLibrary {
public:
    /// The file that the variable names, and nothing else, where it is set; else versions 13 and 12
    /// in the program's own lib folder and the system's search path, then the toolkit's folders.
    static std::vector<std::string> candidates(const LibraryPlaces& places);
    /// None where there is no such library, or it cannot be opened.
    static std::optional<ToolkitLibrary> try_open(const std::string& file, const char* name);
    /// The first candidate that can be opened. Throws DeviceError, which says what was tried.
    static ToolkitLibrary open(const LibraryPlaces& places);

    /// Throws DeviceError where this library has no such function.
    template <typename Function>
    void find(const char* function_name, Function& function) const {
        function = reinterpret_cast<Function>(symbol(function_name));
    }
    /// In which its file is; empty where the system does not tell.
    std::string folder() const;

private:
    ToolkitLibrary(void* library, const char* name) : library_(library), name_(name) {}
    void* symbol(const char* function_name) const;

    void* library_;
    const char* name_;
};

/// Throws DeviceError: "CUPTI, which comes with the CUDA Toolkit, is not there: ...".
[[noreturn]] void throw_missing_library(const LibraryPlaces& places, const std::string& tried);

}  // namespace heatlab::cuda
