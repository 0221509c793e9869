#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <array>
#include <span>
#include <string>

namespace heatlab::cuda {

/// The context in which this thread works. Throws DeviceError.
CUcontext current_context();

/// How many blocks of how many threads.
struct LaunchShape {
    dim3 blocks{1, 1, 1};
    dim3 threads{1, 1, 1};
    unsigned shared_bytes = 0;  ///< dynamic, of a block
    bool all_at_once = false;   ///< blocks wait for each other: a cooperative launch
};

/// What an entry point takes of a multiprocessor, as the driver tells.
struct EntryResources {
    int registers_per_thread = 0;
    int shared_bytes = 0;  ///< static, of a block
    int blocks_per_multiprocessor = 0;
};

/// An entry point of a loaded image. Valid as long as its KernelLibrary.
class Kernel {
public:
    Kernel() = default;
    explicit operator bool() const { return kernel_ != nullptr; }

    /// Enqueues a launch. The arguments must have exactly the types of the entry point's
    /// parameters: neither compiler sees both sides. Throws DeviceError.
    template <typename... Arguments>
    void launch(const LaunchShape& shape, cudaStream_t stream,
                const Arguments&... arguments) const {
        std::array<void*, sizeof...(Arguments) + 1> pointers{
            const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
        launch_with(shape, stream, pointers.data());
    }

    /// With blocks of so many threads and so much dynamic shared memory, on the current device.
    /// Throws DeviceError.
    EntryResources resources(int threads_per_block, int dynamic_shared_bytes = 0) const;
    /// Blocks may take so much dynamic shared memory on the current device. Throws DeviceError.
    void allow_shared(int bytes) const;

private:
    friend class KernelLibrary;
    void launch_with(const LaunchShape& shape, cudaStream_t stream, void** arguments) const;

    CUkernel kernel_ = nullptr;
};

/// A compiled image (fatbin, cubin or PTX), loaded: the one way to launch a kernel, whether the
/// image was built with the program or compiled at run time.
///
/// It goes through the driver's cuLibrary functions (driver 12.0 and newer), which belong to no
/// context. Their addresses come from the static runtime, which opens the driver when there is one,
/// so the program itself never links libcuda. (The runtime's own cudaLibrary functions would do the
/// same, but came with toolkit 12.8 only.)
class KernelLibrary {
public:
    KernelLibrary() = default;
    /// `image` must outlive the library. Throws DeviceError where no code in it fits the device.
    explicit KernelLibrary(std::span<const unsigned char> image);
    KernelLibrary(KernelLibrary&& other) noexcept;
    KernelLibrary& operator=(KernelLibrary&& other) noexcept;
    ~KernelLibrary();

    /// Throws DeviceError where the image has no such entry point.
    Kernel kernel(const std::string& entry) const;

private:
    CUlibrary library_ = nullptr;
};

}  // namespace heatlab::cuda
