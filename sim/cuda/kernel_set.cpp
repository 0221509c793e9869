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

LaunchShape launch_shape(const KernelInfo& info, const FieldLayout& layout, CellType type) {
    CudaLaunchShape block = info.cuda;
    if (block.by_16_bytes) {
        block.cells_per_block_x /= static_cast<int>(bytes_of(type) / sizeof(float));
    }
    if (layout.dimensions == 1) {
        // All of a block's threads along the row: there is none below it.
        block.cells_per_block_x *= block.block_height;
        block.block_width *= block.block_height;
        block.cells_per_block_y = block.block_height = 1;
    }
    const dim3 threads(static_cast<unsigned>(block.block_width),
                       static_cast<unsigned>(block.block_height));
    LaunchShape shape;
    if (block.slices_per_block > 0) {
        const auto parts = [](int cells, int of) { return (std::int64_t{cells} + of - 1) / of; };
        const int slices = layout.height / layout.slice_height;
        const std::int64_t tiles = parts(layout.slice_height, block.cells_per_block_y) *
                                   parts(slices, block.slices_per_block);
        shape = cover(layout.width, tiles, threads, block.cells_per_block_x, 1);
    } else {
        shape = cover(layout.width, layout.height, threads, block.cells_per_block_x,
                      block.cells_per_block_y);
    }
    shape.shared_bytes = static_cast<unsigned>(block.shared_bytes);
    return shape;
}

std::int64_t warps_of(const LaunchShape& shape) {
    const auto product = [](const dim3& of) { return std::int64_t{of.x} * of.y * of.z; };
    return product(shape.blocks) * ((product(shape.threads) + 31) / 32);
}

const KernelLibrary& KernelSet::library(const std::string& image) {
    const auto found = libraries_.find(image);
    if (found != libraries_.end()) {
        return found->second;
    }
    return libraries_.emplace(image, KernelLibrary(find_kernel_image(image).bytes)).first->second;
}

const StepKernel& KernelSet::step_kernel(const KernelInfo& info) {
    const std::string stem(info.stem());
    const auto found = step_kernels_.find(stem);
    if (found != step_kernels_.end()) {
        return found->second;
    }
    const std::string entry(info.cuda.entry);
    StepKernel kernel;
    const KernelLibrary& image = library(image_for_cells(stem));
    kernel.advance = image.kernel(entry);
    if (info.dimensions == 2 && info.advances && !info.in_texture && !info.plans_batches) {
        kernel.advance_to_texture = image.kernel(entry + "_to_texture");
    }
    if (!info.plans_batches) {
        kernel.shape = launch_shape(info, layout_, type_);
    }
    kernel.steps_per_launch = info.steps_per_launch;
    kernel.advances = info.advances;
    return step_kernels_.emplace(stem, kernel).first->second;
}

Kernel KernelSet::entry(const std::string& image, const std::string& name) {
    Kernel& kernel = entries_[image + "/" + name];
    if (!kernel) {
        kernel = library(image).kernel(name);
    }
    return kernel;
}

}  // namespace heatlab::cuda
