#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "render/field_texture.h"
#include "render/volume_texture.h"
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
/// They are mapped for each batch that needs them and given back to OpenGL after it, both in stream
/// order. All calls, destruction too, are made with the context current that was current at
/// `create`.
class InteropFieldTexture final : public CudaFieldTarget {
public:
    /// Asks OpenGL and CUDA whether they share device `cuda_device`, and registers a texture. A
    /// refusal leaves CUDA in working order. Throws DeviceError where CUDA itself has failed.
    static std::variant<std::unique_ptr<InteropFieldTexture>, InteropRefusal> create(
        GridSize grid, int cuda_device);
    ~InteropFieldTexture() override;

    /// The newest field; empty before the first `present`, and while a volume is shown.
    const FieldTextureView& view() const { return shown_; }
    /// All its cells, where those were presented last; else empty.
    const VolumeView& volume_view() const { return shown_volume_; }

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

private:
    /// A texture of OpenGL that CUDA knows.
    class Shared;

    InteropFieldTexture(GridSize grid, int max_texture_size, int max_volume_size);

    GridSize grid_;
    int max_texture_size_;
    int most_cell_textures_ = 2;  ///< as far as is known
    bool may_have_volume_;        ///< likewise
    std::unique_ptr<Shared> cells_[2];
    std::unique_ptr<Shared> blocks_;
    std::unique_ptr<Shared> volume_;
    std::vector<cudaGraphicsResource*> mapped_;
    FieldTextureView shown_;
    VolumeView shown_volume_;
    std::uint64_t volumes_shown_ = 0;
};

}  // namespace heatlab
