#pragma once

#include "sim/cuda/field_target.h"
#include "sim/cuda/handles.h"
#include "sim/field.h"
#include "sim/picture.h"

namespace heatlab::testing {

/// A display target without OpenGL: CUDA arrays of the formats that the textures have. Checks that
/// it is used as its contract says and throws std::logic_error where it is not.
class ArrayTarget final : public CudaFieldTarget {
public:
    /// `most_cell_textures`: 0 as for a grid that is larger than a texture may be, 1 or 2 as where
    /// memory holds no more.
    /// `has_volume`: false as where a grid of three dimensions is larger than a texture may be.
    explicit ArrayTarget(GridSize grid, int most_cell_textures = 2, bool has_volume = true);

    int cell_textures() const override;
    bool reserve_cells(int count) override;
    void reserve_blocks(int width, int height, cudaStream_t stream) override;
    bool reserve_volume() override;
    void map(CudaFieldTextures textures, cudaStream_t stream) override;
    void unmap(cudaStream_t stream) override;
    cudaArray_t cells(int index) override;
    cudaArray_t blocks() override;
    cudaArray_t volume() override;
    void present_cells(int index, std::int64_t step) override;
    void present_blocks(const FieldPicture& picture) override;
    void present_volume(std::int64_t step) override;

    std::int64_t shown_step() const { return shown_step_; }
    bool shows_blocks() const { return shown_ == Shown::blocks; }
    int maps() const { return maps_; }
    /// How often the texture of blocks was made.
    int block_textures_made() const { return block_textures_made_; }
    /// What is shown, on the host. Blocking; only where cells or a volume are shown.
    Field shown_cells() const;
    /// The same where blocks are shown: four floats a texel, whatever the block's size.
    FieldPicture shown_blocks() const;

private:
    enum class Shown { nothing, cells, blocks, volume };

    GridSize grid_;
    int most_cell_textures_;
    cuda::Array cells_[2];
    cuda::Array blocks_;
    bool has_volume_;
    cuda::Array volume_;
    GridSize blocks_size_{0, 0};
    int block_textures_made_ = 0;
    CudaFieldTextures mapped_;
    int maps_ = 0;
    Shown shown_ = Shown::nothing;
    int shown_index_ = 0;
    std::int64_t shown_step_ = -1;
    FieldPicture picture_;
};

}  // namespace heatlab::testing
