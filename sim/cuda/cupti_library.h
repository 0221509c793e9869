#pragma once

#include <string>

namespace heatlab::cuda {

/// CUPTI, NVIDIA's library for profilers, opened when it is first needed: the program runs without
/// it. Stays open until the process ends, since CUPTI does not bear being closed.
class CuptiLibrary {
public:
    /// HEATLAB_CUPTI names a file; else the program's own lib folder, the system's search path and
    /// the toolkit's usual place are looked through. Throws DeviceError, which says what was tried.
    static CuptiLibrary open();

    /// Throws DeviceError where this CUPTI has no such function.
    template <typename Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(symbol(name));
    }

private:
    explicit CuptiLibrary(void* library) : library_(library) {}
    void* symbol(const char* name) const;

    void* library_;
};

}  // namespace heatlab::cuda
