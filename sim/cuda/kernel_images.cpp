#include "sim/cuda/kernel_images.h"

#include <algorithm>
#include <string>

#include "sim/errors.h"

namespace heatlab::cuda {

const KernelImage& find_kernel_image(std::string_view name) {
    const auto images = kernel_images();
    const auto found = std::ranges::find(images, name, &KernelImage::name);
    if (found == images.end()) {
        throw DeviceError("the program was built without the CUDA image " + std::string(name));
    }
    return *found;
}

}  // namespace heatlab::cuda
