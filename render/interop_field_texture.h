#pragma once

#include <memory>
#include <string>
#include <variant>

#include "render/field_texture.h"
#include "sim/cuda/field_target.h"
#include "sim/grid.h"

struct cudaGraphicsResource;

namespace heatlab {

/// Why CUDA cannot write into the textures of this OpenGL context, and what the user can do about
/// it; `remedy` may be empty.
struct InteropRefusal {
    std::string reason;
    std::string remedy;
};

/// The field's textures, shared between OpenGL and CUDA: the simulation stores into them on the
/// device and OpenGL draws them; nothing passes by the host.
///
/// Up to the largest texture that the context allows, they hold the grid itself (R32F); a larger
/// grid is shown in one RGBA32F texture of blocks (BlockTexel), reduced on the device.
///
/// Textures are mapped for each batch and given back to OpenGL after it, both in stream order. All
/// calls, destruction too, are made with the context current that was current at `create`.
class InteropFieldTexture final : public CudaFieldTarget {
public:
    /// Asks OpenGL and CUDA whether they share device `cuda_device`, and registers the texture. A
    /// refusal leaves CUDA in working order. Throws DeviceError where CUDA itself has failed.
    static std::variant<std::unique_ptr<InteropFieldTexture>, InteropRefusal> create(
        GridSize grid, int cuda_device);
    ~InteropFieldTexture() override;

    /// The newest field; empty before the first `present`.
    FieldTextureView view() const;

    int block() const override { return block_; }
    void reserve_second() override;
    void map(cudaStream_t stream) override;
    void unmap(cudaStream_t stream) override;
    cudaArray_t array(int index) override;
    void present(int index, std::int64_t step) override;

private:
    InteropFieldTexture(GridSize grid, int block);

    /// Makes texture `index` and registers it. Throws GraphicsError where OpenGL has no room; what
    /// CUDA says is returned in words, empty where it agrees.
    std::string add_texture(int index);
    int count() const { return resources_[1] != nullptr ? 2 : 1; }

    GridSize grid_;
    int block_;
    int width_;  ///< texels
    int height_;
    Texture textures_[2];
    cudaGraphicsResource* resources_[2] = {nullptr, nullptr};
    int shown_ = -1;
    std::int64_t step_ = 0;
};

}  // namespace heatlab
