#include "sim/cuda/kernel_set.h"

#include <algorithm>

#include "sim/cuda/kernel_images.h"

namespace heatlab::cuda {

LaunchShape cover(std::int64_t width, std::int64_t height, dim3 threads, int cells_x, int cells_y) {
    constexpr std::int64_t most_along_y = 65'535;
    const std::int64_t along_x = (width + cells_x - 1) / cells_x;
    const std::int64_t along_y = (height + cells_y - 1) / cells_y;
    const std::int64_t layers = (along_y + most_along_y - 1) / most_along_y;
    return {
        dim3(static_cast<unsigned>(along_x), static_cast<unsigned>(std::min(along_y, most_along_y)),
             static_cast<unsigned>(layers)),
        threads};
}

const KernelLibrary& KernelSet::library(const std::string& image) {
    const auto found = libraries_.find(image);
    if (found != libraries_.end()) {
        return found->second;
    }
    return libraries_.emplace(image, KernelLibrary(find_kernel_image(image).bytes)).first->second;
}

const StepKernel& KernelSet::step_kernel(const KernelInfo& info) {
    const auto found = step_kernels_.find(info.name);
    if (found != step_kernels_.end()) {
        return found->second;
    }
    const std::string name(info.name);
    const std::string entry(info.cuda.entry);
    const dim3 threads(static_cast<unsigned>(info.cuda.block_width),
                       static_cast<unsigned>(info.cuda.block_height));
    StepKernel kernel;
    kernel.advance = library(name).kernel(entry);
    if (info.advances && !info.in_texture && !info.plans_batches) {
        kernel.advance_to_texture = library(name).kernel(entry + "_to_texture");
    }
    if (!info.plans_batches) {
        kernel.shape = cover(layout_.width, layout_.height, threads, info.cuda.cells_per_block_x,
                             info.cuda.cells_per_block_y);
    }
    kernel.steps_per_launch = info.steps_per_launch;
    kernel.advances = info.advances;
    return step_kernels_.emplace(name, kernel).first->second;
}

Kernel KernelSet::entry(const std::string& image, const std::string& name) {
    Kernel& kernel = entries_[image + "/" + name];
    if (!kernel) {
        kernel = library(image).kernel(name);
    }
    return kernel;
}

}  // namespace heatlab::cuda
