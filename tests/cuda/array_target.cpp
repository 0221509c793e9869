#include "tests/cuda/array_target.h"

#include <algorithm>
#include <stdexcept>

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

void require(bool kept, const char* rule) {
    if (!kept) {
        throw std::logic_error(rule);
    }
}

}  // namespace

ArrayTarget::ArrayTarget(GridSize grid, int block)
    : grid_(grid),
      block_(block),
      texels_{(grid.width + block - 1) / block, (grid.height + block - 1) / block} {
    arrays_[0] = make_array(texels_, block == 1 ? 1 : 4);
}

void ArrayTarget::reserve_second() {
    require(!mapped_, "reserve_second while mapped");
    require(block_ == 1, "a second texture for blocks");
    if (!arrays_[1]) {
        arrays_[1] = make_array(texels_, 1);
    }
}

void ArrayTarget::map(cudaStream_t) {
    require(!mapped_, "mapped twice");
    mapped_ = true;
    ++maps_;
}

void ArrayTarget::unmap(cudaStream_t) {
    require(mapped_, "unmapped twice");
    mapped_ = false;
}

cudaArray_t ArrayTarget::array(int index) {
    require(mapped_, "array while not mapped");
    require(static_cast<bool>(arrays_[index]), "array that was never reserved");
    return arrays_[index].get();
}

void ArrayTarget::present(int index, std::int64_t step) {
    shown_ = index;
    shown_step_ = step;
}

std::vector<float> ArrayTarget::read(int channels) const {
    require(shown_ >= 0, "nothing is shown");
    const std::size_t row_floats =
        static_cast<std::size_t>(texels_.width) * static_cast<std::size_t>(channels);
    std::vector<float> texels(row_floats * static_cast<std::size_t>(texels_.height));
    HEATLAB_CUDA_CHECK(cudaDeviceSynchronize());
    HEATLAB_CUDA_CHECK(
        cudaMemcpy2DFromArray(texels.data(), row_floats * sizeof(float), arrays_[shown_].get(), 0,
                              0, row_floats * sizeof(float),
                              static_cast<std::size_t>(texels_.height), cudaMemcpyDeviceToHost));
    return texels;
}

Field ArrayTarget::shown_cells() const {
    Field field(grid_);
    std::ranges::copy(read(1), field.cells().begin());
    return field;
}

std::vector<float> ArrayTarget::shown_blocks() const {
    return read(4);
}

}  // namespace heatlab::testing
