#pragma once

#include "sim/cuda/field_target.h"
#include "sim/cuda/handles.h"
#include "sim/field.h"
#include "sim/picture.h"

namespace heatlab::testing {

/// A display target without OpenGL: CUDA arrays of the format that the textures have. Checks that
/// it is used as its contract says and throws std::logic_error where it is not.
class ArrayTarget final : public CudaFieldTarget {
public:
    ArrayTarget(GridSize grid, int block);

    int block() const override { return block_; }
    void reserve_second() override;
    void map(cudaStream_t stream) override;
    void unmap(cudaStream_t stream) override;
    cudaArray_t array(int index) override;
    void present(int index, std::int64_t step) override;

    std::int64_t shown_step() const { return shown_step_; }
    int maps() const { return maps_; }
    /// What is shown, on the host. Blocking; for a block of 1.
    Field shown_cells() const;
    /// The same for larger blocks, as floats: four a texel.
    std::vector<float> shown_blocks() const;

private:
    std::vector<float> read(int channels) const;

    GridSize grid_;
    int block_;
    GridSize texels_;
    cuda::Array arrays_[2];
    bool mapped_ = false;
    int maps_ = 0;
    int shown_ = -1;
    std::int64_t shown_step_ = -1;
};

}  // namespace heatlab::testing
