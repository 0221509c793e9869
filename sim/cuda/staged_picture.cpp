#include "sim/cuda/staged_picture.h"

#include <algorithm>
#include <utility>

namespace heatlab::cuda {
namespace {

constexpr int warp = 32;

std::size_t texel_count(const FieldPicture& plan) {
    return static_cast<std::size_t>(plan.width) * static_cast<std::size_t>(plan.height);
}

}  // namespace

PictureArguments picture_arguments(const FieldPicture& plan) {
    const int texels = std::max(1, most_picture_columns / plan.block);
    const int passes = (plan.block + most_picture_columns - 1) / most_picture_columns;
    return {plan.cells.row,
            plan.cells.col,
            plan.cells.row + plan.cells.height,
            plan.cells.col + plan.cells.width,
            plan.block,
            plan.width,
            plan.height,
            texels,
            passes == 1 ? texels * plan.block : (plan.block + passes - 1) / passes};
}

LaunchShape picture_shape(const PictureArguments& arguments) {
    const int threads = (arguments.columns + warp - 1) / warp * warp;
    return cover(arguments.width, arguments.height, dim3(static_cast<unsigned>(threads)),
                 arguments.texels, 1);
}

void StagedPicture::enqueue(const float* field, const FieldLayout& layout, FieldPicture plan,
                            KernelSet& kernels, DeviceMemory& scratch, std::size_t& scratch_bytes,
                            cudaStream_t stream) {
    plan_ = std::move(plan);
    bytes_ = texel_count(plan_) * sizeof(float) * static_cast<std::size_t>(plan_.channels());
    if (bytes_ == 0) {
        return;
    }
    if (bytes_ > capacity_) {
        capacity_ = 0;
        memory_ = make_pinned_memory(bytes_);
        capacity_ = bytes_;
    }
    if (plan_.block == 1) {
        const float* const first =
            field +
            static_cast<std::size_t>(plan_.cells.row) * static_cast<std::size_t>(layout.pitch) +
            static_cast<std::size_t>(plan_.cells.col);
        const std::size_t row_bytes = static_cast<std::size_t>(plan_.width) * sizeof(float);
        HEATLAB_CUDA_CHECK(cudaMemcpy2DAsync(
            memory_.get(), row_bytes, first, static_cast<std::size_t>(layout.pitch) * sizeof(float),
            row_bytes, static_cast<std::size_t>(plan_.height), cudaMemcpyDeviceToHost, stream));
        return;
    }
    if (bytes_ > scratch_bytes) {
        scratch_bytes = 0;
        scratch = make_device_memory(bytes_);
        scratch_bytes = bytes_;
    }
    const PictureArguments arguments = picture_arguments(plan_);
    kernels.entry("picture", "reduce_to_buffer")
        .launch(picture_shape(arguments), stream, field, layout, arguments, scratch.get());
    HEATLAB_CUDA_CHECK(
        cudaMemcpyAsync(memory_.get(), scratch.get(), bytes_, cudaMemcpyDeviceToHost, stream));
}

std::shared_ptr<const FieldPicture> StagedPicture::take(std::uint64_t serial) {
    auto picture = std::make_shared<FieldPicture>(std::move(plan_));
    picture->serial = serial;
    const float* const texels = static_cast<const float*>(memory_.get());
    picture->texels.assign(texels, texels + bytes_ / sizeof(float));
    return picture;
}

}  // namespace heatlab::cuda
