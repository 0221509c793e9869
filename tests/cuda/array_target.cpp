#include "tests/cuda/array_target.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace heatlab::testing {
namespace {

cuda::Array make_array(GridSize texels, int channels) {
    const int bits = channels == 4 ? 32 : 0;
    const cudaChannelFormatDesc format{32, bits, bits, bits, cudaChannelFormatKindFloat};
    cudaArray_t array = nullptr;
    HEATLAB_CUDA_CHECK(cudaMallocArray(&array, &format, static_cast<std::size_t>(texels.width),
                                       static_cast<std::size_t>(texels.height),
                                       cudaArraySurfaceLoadStore));
    return cuda::Array(array);
}

cuda::Array make_volume(GridSize grid) {
    const cudaChannelFormatDesc format{32, 0, 0, 0, cudaChannelFormatKindFloat};
    cudaArray_t array = nullptr;
    HEATLAB_CUDA_CHECK(cudaMalloc3DArray(
        &array, &format,
        cudaExtent{static_cast<std::size_t>(grid.width), static_cast<std::size_t>(grid.height),
                   static_cast<std::size_t>(grid.depth)},
        cudaArraySurfaceLoadStore));
    return cuda::Array(array);
}

void read_volume(const cuda::Array& array, Field& field) {
    const auto width = static_cast<std::size_t>(field.size().width);
    const auto height = static_cast<std::size_t>(field.size().height);
    HEATLAB_CUDA_CHECK(cudaDeviceSynchronize());
    cudaMemcpy3DParms copy{};
    copy.srcArray = array.get();
    copy.dstPtr = cudaPitchedPtr{field.cells().data(), width * sizeof(float), width, height};
    copy.extent = cudaExtent{width, height, static_cast<std::size_t>(field.size().depth)};
    copy.kind = cudaMemcpyDeviceToHost;
    HEATLAB_CUDA_CHECK(cudaMemcpy3D(&copy));
}

void require(bool kept, const char* rule) {
    if (!kept) {
        throw std::logic_error(rule);
    }
}

std::vector<float> read(const cuda::Array& array, GridSize texels, int channels) {
    const std::size_t row_floats =
        static_cast<std::size_t>(texels.width) * static_cast<std::size_t>(channels);
    std::vector<float> values(row_floats * static_cast<std::size_t>(texels.height));
    HEATLAB_CUDA_CHECK(cudaDeviceSynchronize());
    HEATLAB_CUDA_CHECK(cudaMemcpy2DFromArray(
        values.data(), row_floats * sizeof(float), array.get(), 0, 0, row_floats * sizeof(float),
        static_cast<std::size_t>(texels.height), cudaMemcpyDeviceToHost));
    return values;
}

}  // namespace

ArrayTarget::ArrayTarget(GridSize grid, int most_cell_textures, bool has_volume)
    : grid_(grid), most_cell_textures_(most_cell_textures), has_volume_(has_volume) {}

int ArrayTarget::cell_textures() const {
    return cells_[1] ? 2 : cells_[0] ? 1 : 0;
}

bool ArrayTarget::reserve_cells(int count) {
    require(!mapped_.any(), "reserve_cells while mapped");
    for (int index = cell_textures(); index < std::min(count, most_cell_textures_); ++index) {
        cells_[index] = make_array(grid_, 1);
    }
    return count <= cell_textures();
}

void ArrayTarget::reserve_blocks(int width, int height, cudaStream_t stream) {
    require(!mapped_.any(), "reserve_blocks while mapped");
    if (width <= blocks_size_.width && height <= blocks_size_.height) {
        return;
    }
    HEATLAB_CUDA_CHECK(cudaStreamSynchronize(stream));
    blocks_size_ = {std::max(width, blocks_size_.width), std::max(height, blocks_size_.height)};
    blocks_ = make_array(blocks_size_, 4);
    ++block_textures_made_;
    if (shown_ == Shown::blocks) {
        shown_ = Shown::nothing;
    }
}

bool ArrayTarget::reserve_volume() {
    require(!mapped_.any(), "reserve_volume while mapped");
    if (!volume_ && has_volume_ && grid_.dimensions == 3) {
        volume_ = make_volume(grid_);
    }
    return static_cast<bool>(volume_);
}

void ArrayTarget::map(CudaFieldTextures textures, cudaStream_t) {
    require(!mapped_.any(), "mapped twice");
    require(textures.any(), "mapped for nothing");
    require(!textures.cells || cell_textures() > 0, "cells mapped that were never reserved");
    mapped_ = textures;
    ++maps_;
}

void ArrayTarget::unmap(cudaStream_t) {
    require(mapped_.any(), "unmapped twice");
    mapped_ = {};
}

cudaArray_t ArrayTarget::cells(int index) {
    require(mapped_.cells, "cells while not mapped");
    require(index < cell_textures(), "cells that were never reserved");
    return cells_[index].get();
}

cudaArray_t ArrayTarget::volume() {
    require(mapped_.volume, "a volume while not mapped");
    require(static_cast<bool>(volume_), "a volume that was never reserved");
    return volume_.get();
}

cudaArray_t ArrayTarget::blocks() {
    require(mapped_.blocks, "blocks while not mapped");
    require(static_cast<bool>(blocks_), "blocks that were never reserved");
    return blocks_.get();
}

void ArrayTarget::present_cells(int index, std::int64_t step) {
    require(index < cell_textures(), "cells shown that were never reserved");
    shown_ = Shown::cells;
    shown_index_ = index;
    shown_step_ = step;
}

void ArrayTarget::present_volume(std::int64_t step) {
    require(static_cast<bool>(volume_), "a volume shown that was never reserved");
    shown_ = Shown::volume;
    shown_step_ = step;
}

void ArrayTarget::present_blocks(const FieldPicture& picture) {
    require(picture.width <= blocks_size_.width && picture.height <= blocks_size_.height,
            "a picture larger than its texture");
    shown_ = Shown::blocks;
    shown_step_ = picture.step;
    picture_ = picture;
}

Field ArrayTarget::shown_cells() const {
    require(shown_ == Shown::cells || shown_ == Shown::volume, "no cells are shown");
    Field field(grid_);
    if (shown_ == Shown::volume) {
        read_volume(volume_, field);
        return field;
    }
    std::ranges::copy(read(cells_[shown_index_], grid_, 1), field.cells().begin());
    return field;
}

FieldPicture ArrayTarget::shown_blocks() const {
    require(shown_ == Shown::blocks, "no blocks are shown");
    FieldPicture picture = picture_;
    picture.texels = read(blocks_, {picture.width, picture.height}, 4);
    return picture;
}

}  // namespace heatlab::testing
