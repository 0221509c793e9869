#pragma once

#include <span>
#include <string_view>

namespace heatlab::cuda {

/// A file of sim/cuda/kernels, compiled and built into the program.
struct KernelImage {
    std::string_view name;  ///< of the file: "tiled"; for cells of float64 "tiled_float64"
    std::span<const unsigned char> bytes;
};

/// All of them; the build writes this list from the files that it compiles.
std::span<const KernelImage> kernel_images();

/// Throws DeviceError for a name that was not built in: a fault of the build, not of the user.
const KernelImage& find_kernel_image(std::string_view name);

}  // namespace heatlab::cuda
